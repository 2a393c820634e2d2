import { Failure } from '../../core/failure.ts';
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

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country from its code or its English name; undefined for an unknown country or none. */
export function toCountryCode(country: string | undefined): string | undefined {
  if (country === undefined || /^[a-z]{2}$/i.test(country)) return country;
  codes ??= countryCodes();
  return codes.get(country.toLowerCase());
}

function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(pairs.map((code) => [names.of(code)?.toLowerCase() ?? '', code]));
}
