import { Failure } from '../../core/failure.ts';
import { fieldOf } from '../../lib/text/own.ts';

/**
 * The fields of a request in another service's format. A field that is absent, `null` or an empty string
 * counts as not sent; a field of another type is refused by name.
 */
export type Fields = {
  /** @throws Failure `invalid-question` if it is not a string; numbers count as text, as in a query string */
  text(name: string): string | undefined;
  /**
   * A whole number within the limits.
   * @throws Failure `invalid-question`
   */
  count(name: string, limits: { readonly min: number; readonly max: number }): number | undefined;
  /**
   * A list of strings; a single string counts as a list.
   * @throws Failure `invalid-question`
   */
  texts(name: string): readonly string[] | undefined;
  /** The value as it was sent. */
  value(name: string): unknown;
};

/** The maximum number of entries that are read from a list. */
const MAX_ENTRIES = 100;

/**
 * The fields of several sources, where the first source that has a field counts.
 * @throws Failure `invalid-question` if a source is neither an object nor absent
 */
export function fieldsOf(...sources: readonly unknown[]): Fields {
  for (const source of sources) {
    if (source !== undefined && source !== null && (typeof source !== 'object' || Array.isArray(source)))
      throw new Failure('invalid-question', 'The body must be a JSON object.');
  }
  const value = (name: string): unknown => {
    for (const source of sources) {
      const found = fieldOf(source, name);
      if (found !== undefined && found !== null && found !== '') return found;
    }
    return undefined;
  };
  return {
    value,
    text(name) {
      const found = value(name);
      if (found === undefined || typeof found === 'string') return found?.toWellFormed();
      if (typeof found === 'number') return String(found);
      throw wrong(name, 'a string');
    },
    count(name, { min, max }) {
      const found = value(name);
      if (found === undefined) return undefined;
      const number = typeof found === 'string' && /^\d{1,6}$/.test(found) ? Number(found) : found;
      if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max)
        return number;
      throw wrong(name, `a whole number from ${min} to ${max}`);
    },
    texts(name) {
      const found = value(name);
      if (found === undefined) return undefined;
      const list = Array.isArray(found) ? found : [found];
      if (list.length > MAX_ENTRIES) throw wrong(name, `a list of at most ${MAX_ENTRIES} strings`);
      if (list.every((item) => typeof item === 'string')) return list.map((item) => item.toWellFormed());
      throw wrong(name, 'a string or a list of strings');
    },
  };
}

/**
 * A required text.
 * @throws Failure `invalid-question` that names the field
 */
export function needed(fields: Fields, name: string): string {
  const found = fields.text(name);
  if (found === undefined) throw new Failure('invalid-question', `The field \`${name}\` is missing.`);
  return found;
}

function wrong(name: string, expected: string): Failure {
  return new Failure('invalid-question', `The field \`${name}\` must be ${expected}.`);
}
