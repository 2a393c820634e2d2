import { JsonTooLarge, parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import type { Answer } from '../../../core/answer.ts';
import { Failure } from '../../../core/failure.ts';
import type { DataForm } from '../../../core/question.ts';

/** The maximum number of levels of a schema and of a value. */
const MAX_DEPTH = 300;

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
function followReference(reference: unknown, root: object): unknown {
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

/** A part of a JSON Schema that is not a boolean. */
export type Schema = Readonly<Record<string, unknown>>;

/** What is wrong with a value, in words that follow its name; null if it satisfies the keyword. */
type ValueCheck = (value: unknown, argument: unknown, schema: Schema) => string | null;

/** The keywords of JSON Schema that restrict a value as a whole, in the order of their checks. */
const VALUE_KEYWORDS: Readonly<Record<string, ValueCheck>> = {
  type(value, argument, { nullable }) {
    const types = [argument ?? []].flat();
    const isMatch = types.length === 0 || types.some((type) => isOfType(value, type));
    return isMatch || (value === null && nullable) ? null : `is not of the type ${types.join(' or ')}`;
  },
  const: (value, argument) =>
    JSON.stringify(value) === JSON.stringify(argument) ? null : 'is not the required value',
  enum: (value, argument) =>
    !Array.isArray(argument) || isOneOf(value, argument) ? null : 'is not one of the allowed values',
  minimum: bound(toNumber, (number, least) => number >= least),
  maximum: bound(toNumber, (number, most) => number <= most),
  exclusiveMinimum: bound(toNumber, (number, limit) => number > limit),
  exclusiveMaximum: bound(toNumber, (number, limit) => number < limit),
  multipleOf: bound(toNumber, isMultiple),
  minLength: bound(countChars, (count, least) => count >= least),
  maxLength: bound(countChars, (count, most) => count <= most),
  minItems: bound(countItems, (count, least) => count >= least),
  maxItems: bound(countItems, (count, most) => count <= most),
  minProperties: bound(countFields, (count, least) => count >= least),
  maxProperties: bound(countFields, (count, most) => count <= most),
};

/** The check of a limit on something that values of one type have; values of other types satisfy it. */
function bound(
  sizeOf: (value: unknown) => number | null,
  isWithin: (size: number, limit: number) => boolean,
): ValueCheck {
  return (value, limit) => {
    const size = typeof limit === 'number' ? sizeOf(value) : null;
    return size === null || isWithin(size, Number(limit)) ? null : 'is out of range';
  };
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function countChars(value: unknown): number | null {
  return typeof value === 'string' ? Array.from(value).length : null;
}

function countItems(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}

function countFields(value: unknown): number | null {
  return isObject(value) ? Object.keys(value).length : null;
}

/** 0.3 is a multiple of 0.1, although floating-point division gives a remainder. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return step <= 0 || Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  const text = JSON.stringify(value);
  const isContainer = (item: unknown) => typeof item === 'object' && item !== null;
  return allowed.some((item) => item === value || (isContainer(item) && JSON.stringify(item) === text));
}

/** The items of a list; none for anything else. */
function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

/** True for a JSON object. */
function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keywords that restrict nothing, or that are only passed to the model (see docs/openai.md). */
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
    const target = '$ref' in part ? followReference(part.$ref, schema) : true;
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

/** The longest schema, in characters of JSON: it becomes a part of the prompt. */
const MAX_SCHEMA_CHARS = 8000;
/** A code fence around a whole text, which models add although the prompt forbids it. */
const FENCE = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/i;

/**
 * The form that a caller asks for; null for prose. `json_object` may have a schema too, as llama.cpp and
 * Together send it.
 * @param type `text`, `json_object` or `json_schema`, as in the field `type` of a format
 * @throws Failure `invalid-question` for a schema that is missing, too long or cannot be checked
 */
export function toDataForm(type: string | undefined, schema: unknown): DataForm | null {
  if (type !== 'json_object' && type !== 'json_schema') return null;
  if (type === 'json_object' && (schema ?? null) === null) return { schema: null };
  if (typeof schema !== 'object' || schema === null)
    throw new Failure('invalid-question', 'The format `json_schema` needs a `schema`.');
  const text = JSON.stringify(schema);
  if (text.length > MAX_SCHEMA_CHARS)
    throw new Failure(
      'invalid-question',
      `The JSON Schema is longer than ${MAX_SCHEMA_CHARS} characters. Leave out descriptions or fields.`,
    );
  refuseSchema(schema);
  return { schema: text };
}

/**
 * The data of an answer, as JSON that matches the form.
 * @throws Failure `model-unavailable` that explains why the model's text does not match
 */
export function checkedData({ text: written, error }: Answer, { schema }: DataForm): string {
  const text = FENCE.exec(written.trim())?.[1]?.trim() ?? written.trim();
  const mismatch = mismatchOfJson(text, schema === null ? { type: 'object' } : JSON.parse(schema));
  if (mismatch === null) return text;
  const report = error === null ? '' : ` ${error}`;
  throw new Failure(
    'model-unavailable',
    `The language model did not reply in the requested format: ${mismatch}.${report} Try again, or ` +
      'ask without a format.',
  );
}

function mismatchOfJson(text: string, schema: object): string | null {
  try {
    return mismatchOf(parseBoundedJson(text), schema);
  } catch (error) {
    return error instanceof JsonTooLarge ? `it has ${error.limit}` : 'it is not JSON';
  }
}
