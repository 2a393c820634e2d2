import { fieldOf } from '@sayso/text/own-value.ts';
import { isObject, listOf, type Schema, VALUE_KEYWORDS } from './value-keywords.ts';

/** The maximum number of levels of a schema and of a value. */
export const MAX_DEPTH = 300;

/**
 * The maximum number of characters that one check may compare. Real data need far less than a million.
 * Without this limit, a schema of 8,000 characters whose parts refer to each other could block the event loop
 * for seconds.
 */
const MAX_WORK_CHARS = 3_000_000;

/** Why a value does not match a schema that `refuseSchema` accepted; null if it does. Bounded work. */
export function mismatchOf(value: unknown, schema: object): string | null {
  return new Check(schema).of(value, schema, '');
}

/** One check of a value; every method returns the first mismatch in words, or null. */
class Check {
  readonly #root: object;
  readonly #lengthOf = createLengths();
  #leftChars = MAX_WORK_CHARS;
  #depth = 0;

  constructor(root: object) {
    this.#root = root;
  }

  of(value: unknown, schema: unknown, path: string): string | null {
    if (schema === true) return null;
    if (!isObject(schema)) return `${nameOf(path)} is not allowed`;
    // Each comparison costs the lengths of both parts, so no keyword is free.
    if (this.#leftChars > 0) this.#leftChars -= this.#lengthOf(value) + this.#lengthOf(schema);
    if (this.#leftChars <= 0 || this.#depth > MAX_DEPTH) return 'the schema takes too long to check';
    this.#depth++;
    const mismatch =
      keywordMismatch(value, schema, path) ??
      ('$ref' in schema ? this.of(value, followReference(schema.$ref, this.#root), path) : null) ??
      this.#combined(value, schema, path) ??
      this.#inside(value, schema, path);
    this.#depth--;
    return mismatch;
  }

  #combined(value: unknown, { allOf, anyOf, oneOf }: Schema, path: string): string | null {
    const mismatch = firstOf(listOf(allOf), (part) => this.of(value, part, path));
    if (mismatch !== null) return mismatch;
    const countOf = (parts: readonly unknown[]) =>
      parts.filter((part) => this.of(value, part, path) === null).length;
    const anyCount = Array.isArray(anyOf) ? countOf(anyOf) : 1;
    const oneCount = anyCount > 0 && Array.isArray(oneOf) ? countOf(oneOf) : 1;
    if (anyCount > 0 && oneCount === 1) return null;
    return `${nameOf(path)} matches ${oneCount > 1 ? 'more than one' : 'none'} of its alternatives`;
  }

  #inside(value: unknown, schema: Schema, path: string): string | null {
    if (Array.isArray(value)) {
      const first = listOf(schema.prefixItems);
      const schemaAt = (at: number) => (at < first.length ? first[at] : (schema.items ?? true));
      return firstOf([...value.entries()], ([at, item]) => this.of(item, schemaAt(at), `${path}/${at}`));
    }
    if (!isObject(value)) return null;
    const missing = listOf(schema.required).find((name) => !Object.hasOwn(value, String(name)));
    if (missing !== undefined) return `${nameOf(path)} has no \`${String(missing)}\``;
    const { properties, additionalProperties = true } = schema;
    return firstOf(Object.entries(value), ([name, field]) =>
      this.of(field, fieldOf(properties, name) ?? additionalProperties, `${path}/${name.slice(0, 50)}`),
    );
  }
}

function keywordMismatch(value: unknown, schema: Schema, path: string): string | null {
  return firstOf(Object.entries(VALUE_KEYWORDS), ([keyword, mismatch]) => {
    const why = keyword in schema ? mismatch(value, schema[keyword], schema) : null;
    return why === null ? null : `${nameOf(path)} ${why}`;
  });
}

/** The first mismatch that any item has. */
function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const mismatch = find(item);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

/** Measures the lengths of values as JSON, those of objects only once. */
function createLengths(): (value: unknown) => number {
  const lengths = new Map<object, number>();
  return (value) => {
    if (typeof value === 'string') return value.length + 1;
    if (typeof value !== 'object' || value === null) return 1;
    const length = lengths.get(value) ?? JSON.stringify(value).length;
    lengths.set(value, length);
    return length;
  };
}

/** The part of a schema that a local reference (`#/$defs/name`) names; undefined if there is none. */
export function followReference(reference: unknown, root: object): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const names = reference.slice(1).split('/');
  const part = names
    .filter((name) => name !== '')
    .reduce((parent: unknown, name) => {
      return fieldOf(parent, name.replaceAll('~1', '/').replaceAll('~0', '~'));
    }, root);
  return typeof part === 'object' && part !== null ? part : undefined;
}

function nameOf(path: string): string {
  return path === '' ? 'the value' : `\`${path.slice(0, 200)}\``;
}
