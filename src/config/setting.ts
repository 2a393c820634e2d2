import { parseWebUrl } from '../core/url.ts';

/** One line of the settings table: an environment variable, what it may hold and what it means. */
export type Setting<T> = {
  readonly name: string;
  readonly help: string;
  /** The default as the documentation prints it. */
  readonly shownDefault: string;
  /** Value when the variable is not set. */
  readonly fallback: T;
  /** Secrets are never printed and can be given as `NAME_FILE`. */
  readonly secret: boolean;
  /** A description of valid values that follows "must be". */
  readonly expected: string;
  /** The value, or undefined if the text is not valid. */
  parse(text: string): T | undefined;
  /** What is wrong with a text that `parse` refuses, if there is more to say than `expected`, otherwise null. */
  whyNot(text: string): string | null;
};

type Described<Fallback> = {
  readonly name: string;
  readonly help: string;
  readonly fallback: Fallback;
  readonly shownDefault?: string;
};

type Parsed<T> = {
  readonly expected: string;
  parse(text: string): T | undefined;
  whyNot?(text: string): string | null;
};

function setting<T>(described: Described<T>, parsed: Parsed<T>, secret = false): Setting<T> {
  return {
    name: described.name,
    help: described.help,
    fallback: described.fallback,
    shownDefault:
      described.shownDefault ?? (described.fallback === null ? 'unset' : String(described.fallback)),
    secret,
    expected: parsed.expected,
    parse: parsed.parse,
    whyNot: parsed.whyNot ?? (() => null),
  };
}

/** Any text. */
export function text<T extends string | null>(described: Described<T>): Setting<T | string> {
  return setting<T | string>(described, { expected: 'a text', parse: (value) => value });
}

/** Includes SearXNG's `all`, which has three letters like the code of a language. */
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

/** A BCP 47 language tag, or `auto`. Back-ends understand nothing else. */
export function language(described: Described<string>): Setting<string> {
  const parse = (value: string) => (value === 'auto' || LANGUAGE_TAG.test(value) ? value : undefined);
  return setting(described, { expected: '`auto` or the code of a language such as de or pt-BR', parse });
}

/** Characters that are safe in a header (RFC 9110, 5.5). Others make every call fail, or arrive changed. */
const HEADER_TEXT = /^[\x20-\x7e]+$/;
const headerTextOf = (value: string) => (HEADER_TEXT.test(value) ? value : undefined);

/** Text for a header. */
export function headerText(described: Described<string | null>): Setting<string | null> {
  return setting(described, { expected: 'printable ASCII on one line', parse: headerTextOf });
}

/** Text for a header that is never printed and can be given as a file. */
export function secret(described: Described<string | null>): Setting<string | null> {
  return setting(described, { expected: 'printable ASCII on one line', parse: headerTextOf }, true);
}

/** Comma-separated secrets, at least one; empty when the variable is not set. */
export function secrets(described: Described<readonly string[]>): Setting<readonly string[]> {
  return setting(
    described,
    {
      expected: 'a comma-separated list of at least one text, in printable ASCII on one line',
      parse(value) {
        const items = splitList(value);
        return items.length > 0 && HEADER_TEXT.test(value) ? items : undefined;
      },
    },
    true,
  );
}

/** URL of a Redis with its credentials; never printed, and can be given as a file. */
export function redisUrl(described: Described<string | null>): Setting<string | null> {
  return setting(
    described,
    {
      expected: 'a URL such as redis://localhost:6379 or rediss://user:password@host:6380/0',
      parse: (value) => (/^rediss?:\/\/[^/]/i.test(value) && URL.canParse(value) ? value : undefined),
    },
    true,
  );
}

/** A whole number inside a range, both ends included. */
export function integer<T extends number | null>(
  described: Described<T> & { readonly min: number; readonly max: number },
): Setting<T | number> {
  const { min, max } = described;
  return setting<T | number>(described, {
    expected: `a whole number from ${min} to ${max}`,
    parse(value) {
      if (!/^\d+$/.test(value)) return undefined;
      const number = Number(value);
      return number >= min && number <= max ? number : undefined;
    },
  });
}

/** A number of at least 0, with or without decimals. */
export function amount(described: Described<number | null>): Setting<number | null> {
  return setting(described, {
    expected: 'a number such as 0.25',
    parse: (value) => (/^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : undefined),
  });
}

const TOGGLE_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['off', false],
  ['false', false],
]);

/** `on` or `off`; `true` and `false` mean the same. */
export function toggle(described: Omit<Described<boolean>, 'shownDefault'>): Setting<boolean> {
  return setting(
    { ...described, shownDefault: described.fallback ? 'on' : 'off' },
    { expected: '`on` or `off`', parse: (value) => TOGGLE_WORDS.get(value.toLowerCase()) },
  );
}

/** One of a fixed set of words. */
export function oneOf<W extends string, T extends W | null>(
  described: Described<T> & { readonly words: readonly W[] },
): Setting<T | W> {
  return setting<T | W>(described, {
    expected: `one of ${described.words.join(', ')}`,
    parse: (value) => described.words.find((word) => word === value.toLowerCase()),
  });
}

/** An absolute http or https URL without user name and password, which `fetch` refuses to call. */
export function webUrl(described: Described<string | null>): Setting<string | null> {
  return setting(described, {
    expected: 'a URL such as http://localhost:8000/v1, without user name and password',
    parse: (value) => (/^https?:\/\//i.test(value) && parseWebUrl(value) !== null ? value : undefined),
  });
}

/** The address of a slot: an http(s) URL or `file:INDEX`. `off` and `false` give null. */
export function slotUrl(described: Described<string | null>): Setting<string | null> {
  return setting(described, {
    expected: 'a URL such as http://localhost:8888, `file:INDEX` for a collection, or `off`',
    parse(value) {
      if (TOGGLE_WORDS.get(value.toLowerCase()) === false) return null;
      return /^(https?:\/\/|file:.)/i.test(value) && URL.canParse(value) ? value : undefined;
    },
  });
}

/** A number of events per span of time. */
export type Rate = { readonly count: number; readonly perMs: number };

const SPANS_MS = new Map([
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
]);

/** A rate such as `60/minute`. */
export function rate(described: Described<Rate | null>): Setting<Rate | null> {
  return setting(described, {
    expected: 'a rate such as 60/minute (second, minute, hour or day)',
    parse(value) {
      const match = /^(\d{1,9})\/(\w+)$/.exec(value);
      const perMs = SPANS_MS.get(match?.[2]?.toLowerCase() ?? '');
      const count = Number(match?.[1]);
      return perMs === undefined || !(count > 0) ? undefined : { count, perMs };
    },
  });
}

/** A comma-separated list whose items pass a check. */
export function list(
  described: Described<readonly string[]> & { readonly item: string; accepts(item: string): boolean },
): Setting<readonly string[]> {
  return setting(
    { shownDefault: 'unset', ...described },
    {
      expected: `a comma-separated list of ${described.item}`,
      parse(value) {
        const items = splitList(value);
        return items.length > 0 && items.every(described.accepts) ? items : undefined;
      },
    },
  );
}

/** Comma-separated items, at least one, each parsed. If `parseItem` returns a string, it says what is wrong with the item. */
export function each<T extends object>(
  described: Described<readonly T[]> & { readonly item: string; parseItem(item: string): T | string },
): Setting<readonly T[]> {
  return setting(
    { shownDefault: 'unset', ...described },
    {
      expected: `a comma-separated list of ${described.item}`,
      parse(value) {
        const items = splitList(value).map(described.parseItem);
        const good = items.filter((item) => typeof item !== 'string');
        return items.length > 0 && good.length === items.length ? good : undefined;
      },
      whyNot: (value) => {
        const items = splitList(value).map(described.parseItem);
        return items.find((item) => typeof item === 'string') ?? null;
      },
    },
  );
}

function splitList(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
