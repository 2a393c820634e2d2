import { JsonTooLarge, parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import type { Answer } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { DataForm } from '../../core/question.ts';

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

// Schemas come from callers. The libraries for JSON Schema have no limit of work: a schema of 8,000 characters
// whose parts refer to each other holds them for as long as it likes. The keywords here are those that
// programs send; `refuseSchema` names any other one.

/** A part of a JSON Schema that is not a boolean. */
type Schema = Readonly<Record<string, unknown>>;

/** The maximum number of levels of a schema and of a value. */
const MAX_DEPTH = 300;
/** The maximum number of characters that one check may compare. Real data need far less than a million. */
const MAX_WORK_CHARS = 3_000_000;

/** Why a value does not match a schema that `refuseSchema` accepted; null if it does. Bounded work. */
export function mismatchOf(value: unknown, schema: object): string | null {
  return new Check(schema).of(value, schema, '');
}

/** One check of a value; every method returns the first mismatch in words, or null. */
class Check {
  readonly #root: object;
  readonly #lengths = new Map<object, number>();
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
    const why = mismatchOfValue(value, schema);
    const mismatch =
      (why && `${nameOf(path)} ${why}`) ??
      ('$ref' in schema ? this.of(value, partAt(schema.$ref, this.#root), path) : null) ??
      this.#combined(value, schema, path) ??
      this.#inside(value, schema, path);
    this.#depth--;
    return mismatch;
  }

  #combined(value: unknown, { allOf, anyOf, oneOf }: Schema, path: string): string | null {
    const mismatch = firstOf(listOf(allOf), (part) => this.of(value, part, path));
    if (mismatch !== null) return mismatch;
    const countOf = (parts: unknown) =>
      Array.isArray(parts) ? parts.filter((part) => this.of(value, part, path) === null).length : 1;
    const count = countOf(anyOf) > 0 ? countOf(oneOf) : 0;
    if (count === 1) return null;
    return `${nameOf(path)} matches ${count > 1 ? 'more than one' : 'none'} of its alternatives`;
  }

  #inside(value: unknown, schema: Schema, path: string): string | null {
    if (Array.isArray(value)) {
      const { items = true } = schema;
      const first = listOf(schema.prefixItems);
      return firstOf([...value.entries()], ([at, item]) =>
        this.of(item, at < first.length ? first[at] : items, `${path}/${at}`),
      );
    }
    if (!isObject(value)) return null;
    const missing = listOf(schema.required).find((name) => !Object.hasOwn(value, String(name)));
    if (missing !== undefined) return `${nameOf(path)} has no \`${String(missing)}\``;
    const { properties, additionalProperties = true } = schema;
    return firstOf(Object.entries(value), ([name, field]) =>
      this.of(field, fieldOf(properties, name) ?? additionalProperties, `${path}/${name.slice(0, 50)}`),
    );
  }

  /** The length of a value as JSON; objects are measured once. */
  #lengthOf(value: unknown): number {
    if (typeof value === 'string') return value.length + 1;
    if (typeof value !== 'object' || value === null) return 1;
    const length = this.#lengths.get(value) ?? JSON.stringify(value).length;
    this.#lengths.set(value, length);
    return length;
  }
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const mismatch = find(item);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

/** The part of a schema that a local reference (`#/$defs/name`) names; undefined if there is none. */
function partAt(reference: unknown, root: object): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const names = reference.slice(1).split('/');
  const part = names
    .filter((name) => name !== '')
    .reduce<unknown>(
      (parent, name) => fieldOf(parent, name.replaceAll('~1', '/').replaceAll('~0', '~')),
      root,
    );
  return typeof part === 'object' && part !== null ? part : undefined;
}

function nameOf(path: string): string {
  return path === '' ? 'the value' : `\`${path.slice(0, 200)}\``;
}

/** What is wrong with a value as a whole, in words that follow its name; null if nothing. */
function mismatchOfValue(value: unknown, schema: Schema): string | null {
  const types = [schema.type ?? []].flat();
  const isNull = value === null && Boolean(schema.nullable);
  if (types.length > 0 && !isNull && !types.some((type) => isOfType(value, type)))
    return `is not of the type ${types.join(' or ')}`;
  if ('const' in schema && JSON.stringify(value) !== JSON.stringify(schema.const))
    return 'is not the required value';
  if (Array.isArray(schema.enum) && !isOneOf(value, schema.enum)) return 'is not one of the allowed values';
  return Object.entries(LIMITS).every(([keyword, isWithin]) => isWithin(value, schema[keyword]))
    ? null
    : 'is out of range';
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

/** Whether a value is within a limit. Values without such a size are within every limit. */
type IsWithin = (value: unknown, limit: unknown) => boolean;

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const charsOf = (value: unknown) => (typeof value === 'string' ? Array.from(value).length : null);
const itemsOf = (value: unknown) => (Array.isArray(value) ? value.length : null);
const fieldsOf = (value: unknown) => (isObject(value) ? Object.keys(value).length : null);
const atLeast = (size: number, limit: number) => size >= limit;
const atMost = (size: number, limit: number) => size <= limit;

/** The keywords that limit the size of something. */
const LIMITS: Readonly<Record<string, IsWithin>> = {
  minimum: within(numberOf, atLeast),
  maximum: within(numberOf, atMost),
  exclusiveMinimum: within(numberOf, (number, limit) => number > limit),
  exclusiveMaximum: within(numberOf, (number, limit) => number < limit),
  multipleOf: within(numberOf, isMultiple),
  minLength: within(charsOf, atLeast),
  maxLength: within(charsOf, atMost),
  minItems: within(itemsOf, atLeast),
  maxItems: within(itemsOf, atMost),
  minProperties: within(fieldsOf, atLeast),
  maxProperties: within(fieldsOf, atMost),
};

function within(
  sizeOf: (value: unknown) => number | null,
  compare: (size: number, limit: number) => boolean,
): IsWithin {
  return (value, limit) => {
    const size = typeof limit === 'number' ? sizeOf(value) : null;
    return size === null || compare(size, Number(limit));
  };
}

/** 0.3 is a multiple of 0.1, although floating-point division gives a remainder. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return step <= 0 || Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}

/** The items of a list; none for anything else. */
function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keywords whose value is one schema or a list of schemas, and those that have schemas by name. */
const PARTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items', 'additionalProperties'];
const NAMED_PARTS = ['properties', '$defs', 'definitions'];
const KNOWN: ReadonlySet<string> = new Set([
  ...[
    ...PARTS,
    ...NAMED_PARTS,
    ...Object.keys(LIMITS),
    '$ref',
    'type',
    'const',
    'enum',
    'nullable',
    'required',
  ],
  // These restrict nothing, or are only passed to the model (docs/openai.md).
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['readOnly', 'writeOnly', 'format', 'pattern', 'contentEncoding', 'contentMediaType'],
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
    const target = '$ref' in part ? partAt(part.$ref, schema) : true;
    if (target === undefined) throw refusal('a `$ref` points outside the schema or to nothing');
    // A reference can point to a value that is not used as a schema, such as a default.
    for (const inner of [...partsOf(part), target]) pending.push({ part: inner, depth: depth + 1 });
  }
}

function areTexts(given: unknown): boolean {
  return [given ?? []].flat().every((item) => typeof item === 'string');
}

function partsOf(schema: Schema): readonly unknown[] {
  const named = NAMED_PARTS.flatMap((keyword) => Object.values(schema[keyword] ?? {}));
  return [...named, ...PARTS.flatMap((keyword) => schema[keyword] ?? [])];
}

function refusal(why: string): Failure {
  return new Failure('invalid-question', `The JSON Schema cannot be used: ${why}.`);
}
