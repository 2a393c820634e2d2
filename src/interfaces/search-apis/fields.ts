import { Failure } from '../../core/failure.ts';
import type { Scope } from '../../core/scope.ts';
import { scopeNames, toScope, type WantedScope } from '../http/scope.ts';
import { checkedText } from '../http/to-question.ts';

/** The maximum number of entries that are read from a list. */
const MAX_ENTRIES = 100;

/**
 * The fields of a request in another service's format. A field that is absent, `null` or an empty string
 * counts as not sent; a field of another type is refused. Every method that reads a type throws a Failure
 * `invalid-question` that names the field.
 */
export class Fields {
  readonly #values = new Map<string, unknown>();

  /**
   * @param sources objects; the first one that has a field counts
   * @throws Failure `invalid-question` if a source is neither an object nor absent
   */
  constructor(...sources: readonly unknown[]) {
    for (const source of sources) {
      if (Array.isArray(source) || typeof (source ?? {}) !== 'object')
        throw new Failure('invalid-question', 'The body must be a JSON object.');
      for (const [name, value] of Object.entries(source ?? {}))
        if ((value ?? '') !== '' && !this.#values.has(name)) this.#values.set(name, value);
    }
  }

  value(name: string): unknown {
    return this.#values.get(name);
  }

  /** A string; numbers count as text, as in a query string. */
  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'string') return value?.toWellFormed();
    if (typeof value === 'number') return String(value);
    throw wrong(name, 'a string');
  }

  /** A string that must be present. */
  needed(name: string): string {
    const text = this.text(name);
    if (text === undefined) throw new Failure('invalid-question', `The field \`${name}\` is missing.`);
    return text;
  }

  /** What to search for: a string that is neither blank nor too long. */
  query(name: string, { maxQueryChars }: { readonly maxQueryChars: number }): string {
    return checkedText(this.needed(name), { maxQueryChars, name: `The field \`${name}\`` });
  }

  /** A whole number within the limits. */
  count(name: string, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max)
      return number;
    throw wrong(name, `a whole number from ${min} to ${max}`);
  }

  /** A list of strings; a single string counts as a list. */
  texts(name: string): readonly string[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const list = Array.isArray(value) ? value : [value];
    if (list.length > MAX_ENTRIES) throw wrong(name, `a list of at most ${MAX_ENTRIES} strings`);
    if (list.every((item) => typeof item === 'string')) return list.map((item) => item.toWellFormed());
    throw wrong(name, 'a string or a list of strings');
  }
}

function wrong(name: string, expected: string): Failure {
  return new Failure('invalid-question', `The field \`${name}\` must be ${expected}.`);
}

/** The name of a field, or also how its value is translated; undefined means that there is no limit. */
type Field<Value> = string | readonly [name: string, translate: (value: Value) => Value | undefined];

/** The fields of a service's requests that limit the sources, by the part of the scope. */
export type ScopeFields = {
  readonly [Part in keyof WantedScope]?: Field<NonNullable<WantedScope[Part]>>;
};

/**
 * The scope in the fields of a request. Services ignore a period such as "week" if days are given.
 * @throws Failure `invalid-question` that names the wrong field
 */
export function readScope(fields: Fields, wanted: ScopeFields): Scope {
  const textOf = (field?: Field<string>) => translated(field, (name) => fields.text(name));
  const hostsOf = (field?: Field<readonly string[]>) =>
    translated(field, (name) => fields.texts(name)?.map(toHost));
  const since = textOf(wanted.since);
  const until = textOf(wanted.until);
  // `Required`: each part must be read here, because a service may have a field for it.
  const scope: { readonly [Part in keyof Required<WantedScope>]: WantedScope[Part] } = {
    language: textOf(wanted.language),
    country: textOf(wanted.country),
    since,
    until,
    timeRange: since === undefined && until === undefined ? textOf(wanted.timeRange) : undefined,
    safeSearch: textOf(wanted.safeSearch),
    only: hostsOf(wanted.only),
    never: hostsOf(wanted.never),
    prefer: hostsOf(wanted.prefer),
  };
  const names = Object.entries(wanted).map(([part, field]) => [part, [field].flat()[0]]);
  return toScope(scope, scopeNames('field', Object.fromEntries(names)));
}

function translated<Value>(
  field: Field<Value> | undefined,
  read: (name: string) => Value | undefined,
): Value | undefined {
  if (field === undefined) return undefined;
  if (typeof field === 'string') return read(field);
  const [name, translate] = field;
  const value = read(name);
  return value === undefined ? undefined : translate(value);
}

/** A domain as a host name: some clients send addresses or paths. */
function toHost(domain: string): string {
  const withoutScheme = domain.trim().replace(/^[a-z]+:\/\//i, '');
  return withoutScheme.split('/', 1)[0] ?? '';
}

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country from its code or its English name; undefined for an unknown country. */
export function toCountryCode(country: string): string | undefined {
  if (/^[a-z]{2}$/i.test(country)) return country;
  codes ??= countryCodes();
  return codes.get(country.toLowerCase());
}

function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(pairs.map((code) => [names.of(code)?.toLowerCase() ?? '', code]));
}
