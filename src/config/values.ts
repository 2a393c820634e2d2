import { isLanguageTag } from '@sayso/text/language.ts';
import { isHostName, parseWebUrl } from '@sayso/text/url.ts';

/** One line of the settings table: an environment variable, its allowed values and its meaning. */
export type Setting<T> = {
  /** The environment variable. */
  readonly name: string;
  /** Its meaning, for the documentation. */
  readonly help: string;
  /** The default, as shown in the documentation. */
  readonly shownDefault: string;
  /** The value if the variable is not set. */
  readonly fallback: T;
  /** Secrets are never printed and may come from a file, as `NAME_FILE`. */
  readonly secret: boolean;
  /** The allowed values, in words that follow "must be". */
  readonly expected: string;
  /** The value, or undefined for an invalid text. */
  parse(text: string): T | undefined;
  /** An explanation of an invalid text, if `expected` does not say enough; otherwise null. */
  whyNot(text: string): string | null;
};

/** The values of the rows of a table of settings. */
export type ValuesOf<Table> = {
  readonly [K in keyof Table]: Table[K] extends Setting<infer T> ? T : never;
};

/** What every kind of setting needs. */
export type Described<Fallback> = {
  readonly name: string;
  readonly help: string;
  readonly fallback: Fallback;
  /** The default in the documentation, if it is not `fallback`. */
  readonly shownDefault?: string;
};

type Parsed<T> = {
  readonly expected: string;
  parse(text: string): T | undefined;
  whyNot?(text: string): string | null;
};

/** A line of the table, for a kind of value. */
export function setting<T>(described: Described<T>, parsed: Parsed<T>, secret = false): Setting<T> {
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

/** A language in BCP 47 form, or `auto`; back-ends understand nothing else. */
export function language(described: Described<string>): Setting<string> {
  const parse = (value: string) => (value === 'auto' || isLanguageTag(value) ? value : undefined);
  return setting(described, { expected: '`auto` or the code of a language such as de or pt-BR', parse });
}

/** Text for a header. Any other character makes calls fail (RFC 9110, 5.5) or arrives changed. */
const HEADER_TEXT = /^[\x20-\x7e]+$/;
const headerTextOf = (value: string) => (HEADER_TEXT.test(value) ? value : undefined);

/** A text that is sent in a header. */
export function headerText(described: Described<string | null>): Setting<string | null> {
  return setting(described, { expected: 'printable ASCII on one line', parse: headerTextOf });
}

/** A text that is sent in a header, is never printed and may come from a file. */
export function secret(described: Described<string | null>): Setting<string | null> {
  return setting(described, { expected: 'printable ASCII on one line', parse: headerTextOf }, true);
}

/** A whole number in a range that includes both ends. */
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

/** A whole number in a range that includes both ends, or `auto`. */
export function integerOrAuto(
  described: Described<null> & { readonly min: number; readonly max: number },
): Setting<number | 'auto' | null> {
  const number = integer(described);
  return setting<number | 'auto' | null>(described, {
    expected: `\`auto\` or ${number.expected}`,
    parse: (value) => (value.toLowerCase() === 'auto' ? 'auto' : number.parse(value)),
  });
}

/** The words for on and off. */
const TOGGLE_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['yes', true],
  ['1', true],
  ['off', false],
  ['false', false],
  ['no', false],
  ['0', false],
]);

/** `on` or `off`, or words of other software: `true`, `yes`, `1`, and `false`, `no`, `0`. */
export function toggle(described: Omit<Described<boolean>, 'shownDefault'>): Setting<boolean> {
  return setting(
    { ...described, shownDefault: described.fallback ? 'on' : 'off' },
    { expected: '`on` or `off`', parse: (value) => TOGGLE_WORDS.get(value.toLowerCase()) },
  );
}

/** One of a fixed set of words. `otherNames` are words that people know for them, for the message. */
export function oneOf<W extends string, T extends W | null>(
  described: Described<T> & {
    readonly words: readonly W[];
    readonly otherNames?: ReadonlyMap<string, W>;
  },
): Setting<T | W> {
  return setting<T | W>(described, {
    expected: `one of ${described.words.join(', ')}`,
    parse: (value) => described.words.find((word) => word === value.toLowerCase()),
    whyNot(value) {
      const word = described.otherNames?.get(value.toLowerCase());
      return word === undefined ? null : `"${value}" is wrong; use \`${word}\``;
    },
  });
}

/** A number per period of time. */
type Rate = { readonly count: number; readonly perMs: number };

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
      return perMs === undefined || count === 0 ? undefined : { count, perMs };
    },
  });
}

/** A key without spaces: a space inside is most likely a missing comma. */
const KEY = /^[\x21-\x7e]+$/;

/** Comma-separated secrets, at least one; empty if the variable is not set. */
export function secrets(described: Described<readonly string[]>): Setting<readonly string[]> {
  return setting(
    described,
    {
      expected: 'a comma-separated list of at least one entry, in printable ASCII without spaces in an entry',
      parse(value) {
        const items = splitList(value);
        return items.length > 0 && items.every((item) => KEY.test(item)) ? items : undefined;
      },
    },
    true,
  );
}

/** Any number of words from a fixed set, comma-separated; also `all` or `none`. */
export function someOf<W extends string>(
  described: Omit<Described<readonly W[]>, 'fallback'> & { readonly words: readonly W[] },
): Setting<readonly W[]> {
  const { words } = described;
  return setting<readonly W[]>(
    { shownDefault: 'all', ...described, fallback: words },
    {
      expected: `\`all\`, \`none\`, or a comma-separated list of ${words.join(', ')}`,
      parse(value) {
        const items = splitList(value.toLowerCase());
        if (items.join() === 'all') return words;
        if (items.join() === 'none') return [];
        const isKnown = items.length > 0 && items.every((item) => words.some((word) => word === item));
        return isKnown ? words.filter((word) => items.includes(word)) : undefined;
      },
    },
  );
}

/** A comma-separated list in which every item passes a check. */
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

/** Comma-separated items, at least one. If `parseItem` returns a text, it describes the mistake. */
export function parsedList<T extends object>(
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

/** The address of a Redis, with its credentials; never printed, and may come from a file. */
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

/** An absolute http or https URL without user name and password, which `fetch` refuses to call. */
export function webUrl(described: Described<string | null>): Setting<string | null> {
  return setting(described, {
    expected: 'a URL such as http://localhost:8000/v1, without user name and password',
    parse: (value) => (/^https?:\/\//i.test(value) && parseWebUrl(value) !== null ? value : undefined),
  });
}

/** A server of models, which of them is meant, and its key; null for what it does not need. */
type ModelServerAddress = {
  readonly url: string;
  readonly model: string | null;
  readonly key: string | null;
};

/** The address of a server of models, with `?model=NAME` if there are several, and `token=KEY`. Never printed. */
export function modelServer(
  described: Described<ModelServerAddress | null>,
): Setting<ModelServerAddress | null> {
  const { parse } = webUrl({ ...described, fallback: null });
  return setting<ModelServerAddress | null>(
    described,
    {
      expected: 'a URL such as http://localhost:8080 or https://host?model=NAME&token=KEY',
      parse(value) {
        if (!parse(value)) return undefined;
        const [withoutKey, key] = withoutParameter(value, 'token');
        const [url, model] = withoutParameter(withoutKey, 'model');
        return { url, model, key };
      },
    },
    true,
  );
}

/** An address without one of its parameters, and the value of that; null if it has none. */
export function withoutParameter(address: string, name: string): readonly [string, string | null] {
  const url = new URL(address);
  const value = url.searchParams.get(name);
  if (value === null) return [address, null];
  url.searchParams.delete(name);
  return [url.href.replace(/\/$/, ''), value];
}

/** The address of a slot: http(s), `file:INDEX`, `stdio:COMMAND`; null for `off`, `false`, `no` or `0`. */
export function slotUrl(described: Described<string | null>): Setting<string | null> {
  return setting(described, {
    expected:
      'a URL such as http://localhost:8888, `file:INDEX` for your documents, `stdio:COMMAND` for an MCP ' +
      'server, or `off`',
    parse(value) {
      if (TOGGLE_WORDS.get(value.toLowerCase()) === false) return null;
      if (/^stdio:\s*\S/.test(value)) return value;
      const url = /^(https?:\/\/|file:.)/i.test(value) ? URL.parse(value) : null;
      return url !== null && isHostName(url.hostname) ? value : undefined;
    },
  });
}

/** An address at which a server listens besides HTTP. */
type TcpAddress = { readonly host: string; readonly port: number };

/** An address such as `tcp://0.0.0.0:10500`. */
export function tcpAddress(described: Described<TcpAddress | null>): Setting<TcpAddress | null> {
  return setting(described, {
    expected: 'an address such as tcp://127.0.0.1:10500',
    parse(value) {
      const url = /^tcp:\/\/[^/?#@]+:\d+\/?$/i.test(value) ? URL.parse(value) : null;
      return url === null
        ? undefined
        : { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
    },
  });
}

/** The value of `PAGE_PROXY` for no proxy. */
export const DIRECT = 'off';

/** The address of a proxy, with its credentials; never printed, and may come from a file. */
export function proxyUrl(described: Described<string | null>, canBeOff: boolean): Setting<string | null> {
  return setting(
    described,
    {
      expected: `a proxy such as http://proxy:3128 or socks5://proxy:1080${canBeOff ? ', or `off`' : ''}`,
      parse(value) {
        if (canBeOff && TOGGLE_WORDS.get(value.toLowerCase()) === false) return DIRECT;
        return /^(?:https?|socks5):\/\/[^/]/i.test(value) && URL.canParse(value) ? value : undefined;
      },
    },
    true,
  );
}
