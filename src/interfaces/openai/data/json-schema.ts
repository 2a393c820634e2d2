import { Failure } from '../../../core/failure.ts';
import { fieldOf } from '../../../lib/text/own.ts';
import { isObject, listOf, type Schema, VALUE_KEYWORDS } from './value-keywords.ts';

/**
 * Keywords that describe a value without restricting it, or that are only passed to the model (see
 * docs/openai.md).
 */
const DESCRIBING = [
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['readOnly', 'writeOnly', 'format', 'pattern', 'contentEncoding', 'contentMediaType'],
];
/** Keywords whose value is a list of schemas, schemas by name, or one schema. */
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', '$defs', 'definitions'];
const SINGLE = ['items', 'additionalProperties'];
const KNOWN: ReadonlySet<string> = new Set([
  ...[...DESCRIBING, ...LISTS, ...NAMED, ...SINGLE, ...Object.keys(VALUE_KEYWORDS)],
  ...['$ref', 'nullable', 'required'],
]);

const MAX_DEPTH = 300;
/**
 * The maximum number of characters that one check may compare. Real data need far less than a million.
 * Without this limit, a schema of 8,000 characters whose parts refer to each other could block the event loop
 * for seconds.
 */
const MAX_WORK_CHARS = 3_000_000;

/**
 * Refuses a JSON Schema that `mismatchOf` could not check completely.
 * @throws Failure `invalid-question` that names the keyword or the reference
 */
export function refuseSchema(schema: object): void {
  const pending: { readonly part: unknown; readonly depth: number }[] = [{ part: schema, depth: 0 }];
  const seen = new Set<unknown>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { part, depth } = next;
    if (typeof part === 'boolean' || seen.has(part)) continue;
    seen.add(part);
    if (!isObject(part) || depth > MAX_DEPTH) throw refusal('it contains something that is not a schema');
    const unknown = Object.keys(part).find((keyword) => !KNOWN.has(keyword));
    if (unknown !== undefined) throw refusal(`the keyword \`${unknown.slice(0, 50)}\` is not supported`);
    if (!areTexts(part.type) || !areTexts(part.required))
      throw refusal('`type` and `required` must consist of strings');
    const target = '$ref' in part ? referred(part.$ref, schema) : true;
    if (target === undefined) throw refusal('a `$ref` points outside the schema or to nothing');
    // A reference can point to a value that is not used as a schema, such as a default.
    for (const inner of [...partsOf(part), target]) pending.push({ part: inner, depth: depth + 1 });
  }
}

function areTexts(given: unknown): boolean {
  return [given ?? []].flat().every((item) => typeof item === 'string');
}

function partsOf(schema: Schema): readonly unknown[] {
  const named = NAMED.flatMap((keyword) => Object.values(schema[keyword] ?? {}));
  return [...named, ...[...LISTS, ...SINGLE].flatMap((keyword) => schema[keyword] ?? [])];
}

function refusal(why: string): Failure {
  return new Failure('invalid-question', `The JSON Schema cannot be used: ${why}.`);
}

/**
 * The reason why a value does not match a schema that `refuseSchema` accepted, in words; null if it matches.
 * The amount of work is bounded, and a value that needs more does not match.
 */
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
      ('$ref' in schema ? this.of(value, referred(schema.$ref, this.#root), path) : null) ??
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
function referred(reference: unknown, root: object): unknown {
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
