import { Failure } from '../../../core/failure.ts';
import { fieldOf } from '../../../lib/text/own.ts';
import { type CheckWork, startCheckWork } from './check-work.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Keywords that describe a value without restricting it, or that are only passed to the model (see
 * docs/openai.md).
 */
const TOLD = [
  ...['$schema', '$id', '$comment', '$defs', 'definitions', 'title', 'description', 'default', 'examples'],
  ...['deprecated', 'readOnly', 'writeOnly', 'format', 'pattern', 'contentEncoding', 'contentMediaType'],
];
/** Keywords whose value is a list of schemas, schemas by name, or one schema. */
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const NAMED = ['properties', '$defs', 'definitions'] as const;
const SINGLE = ['items', 'additionalProperties'] as const;
const CHECKED = [
  ...[...LISTS, ...NAMED, ...SINGLE],
  ...['$ref', 'type', 'enum', 'const', 'required', 'nullable'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];
const KNOWN: ReadonlySet<string> = new Set([...TOLD, ...CHECKED]);

const MAX_DEPTH = 300;

/**
 * Refuses a JSON Schema that `mismatchOf` could not check completely.
 * @throws Failure `invalid-question` that names the keyword or the reference
 */
export function refuseSchema(schema: object): void {
  const open: { readonly part: unknown; readonly depth: number }[] = [{ part: schema, depth: 0 }];
  const seen = new Set<unknown>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { part, depth } = next;
    if (typeof part === 'boolean' || seen.has(part)) continue;
    seen.add(part);
    if (!isObject(part) || depth > MAX_DEPTH) throw refusal('it contains something that is not a schema');
    const unknown = Object.keys(part).find((keyword) => !KNOWN.has(keyword));
    if (unknown !== undefined) throw refusal(`the keyword \`${unknown.slice(0, 50)}\` is not supported`);
    if (!isTexts(part.type) || !isTexts(part.required))
      throw refusal('`type` and `required` must consist of strings');
    const target = '$ref' in part ? referred(part.$ref, schema) : true;
    if (target === undefined) throw refusal('a `$ref` points outside the schema or to nothing');
    // A reference can point to a value that is not used as a schema, such as a default.
    for (const each of [...partsOf(part), target]) open.push({ part: each, depth: depth + 1 });
  }
}

function isTexts(given: unknown): boolean {
  return [given ?? []].flat().every((each) => typeof each === 'string');
}

function partsOf(schema: Schema): readonly unknown[] {
  const lists = LISTS.flatMap((keyword) => schema[keyword] ?? []);
  const named = NAMED.flatMap((keyword) => Object.values(schema[keyword] ?? {}));
  return [...lists, ...named, ...SINGLE.flatMap((keyword) => schema[keyword] ?? [])];
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
  readonly #work: CheckWork = startCheckWork();
  #depth = 0;

  constructor(root: object) {
    this.#root = root;
  }

  of(value: unknown, schema: unknown, path: string): string | null {
    if (schema === true) return null;
    if (!isObject(schema)) return `${nameOf(path)} is not allowed`;
    if (this.#depth > MAX_DEPTH || !this.#work.allows(value, schema))
      return 'the schema takes too long to check';
    this.#depth++;
    const mismatch =
      typeMismatch(value, schema, path) ??
      rangeMismatch(value, schema, path) ??
      this.#combined(value, schema, path) ??
      this.#inside(value, schema, path);
    this.#depth--;
    return mismatch;
  }

  #combined(value: unknown, schema: Schema, path: string): string | null {
    if ('$ref' in schema) {
      const mismatch = this.of(value, referred(schema.$ref, this.#root), path);
      if (mismatch !== null) return mismatch;
    }
    for (const part of listOf(schema.allOf)) {
      const mismatch = this.of(value, part, path);
      if (mismatch !== null) return mismatch;
    }
    return (
      this.#alternatives(value, schema.anyOf, { path, isOne: false }) ?? this.#oneOf(value, schema, path)
    );
  }

  #oneOf(value: unknown, { oneOf }: Schema, path: string): string | null {
    return this.#alternatives(value, oneOf, { path, isOne: true });
  }

  #alternatives(
    value: unknown,
    alternatives: unknown,
    { path, isOne }: { readonly path: string; readonly isOne: boolean },
  ): string | null {
    if (!Array.isArray(alternatives)) return null;
    const matching = alternatives.filter((each) => this.of(value, each, path) === null).length;
    if (isOne ? matching === 1 : matching > 0) return null;
    return `${nameOf(path)} matches ${matching === 0 ? 'none' : 'more than one'} of its alternatives`;
  }

  #inside(value: unknown, schema: Schema, path: string): string | null {
    if (Array.isArray(value)) return this.#items(value, schema, path);
    if (!isObject(value)) return null;
    const missing = listOf(schema.required).find((name) => !Object.hasOwn(value, String(name)));
    if (missing !== undefined) return `${nameOf(path)} has no \`${String(missing)}\``;
    const named = isObject(schema.properties) ? schema.properties : {};
    for (const [name, each] of Object.entries(value)) {
      const own = Object.hasOwn(named, name) ? named[name] : (schema.additionalProperties ?? true);
      const mismatch = this.of(each, own, `${path}/${name.slice(0, 50)}`);
      if (mismatch !== null) return mismatch;
    }
    return null;
  }

  #items(values: readonly unknown[], schema: Schema, path: string): string | null {
    const first = listOf(schema.prefixItems);
    for (const [at, value] of values.entries()) {
      const own = at < first.length ? first[at] : (schema.items ?? true);
      const mismatch = this.of(value, own, `${path}/${at}`);
      if (mismatch !== null) return mismatch;
    }
    return null;
  }
}

function typeMismatch(value: unknown, schema: Schema, path: string): string | null {
  const types = typeof schema.type === 'string' ? [schema.type] : listOf(schema.type);
  if (
    types.length > 0 &&
    !types.some((type) => isOfType(value, type)) &&
    !(value === null && schema.nullable)
  )
    return `${nameOf(path)} is not of the type ${types.join(' or ')}`;
  if ('const' in schema && !isSame(value, schema.const)) return `${nameOf(path)} is not the required value`;
  if (Array.isArray(schema.enum) && !isOneOf(value, schema.enum))
    return `${nameOf(path)} is not one of the allowed values`;
  return null;
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
  return allowed.some((each) => each === value || (isContainer(each) && JSON.stringify(each) === text));
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function rangeMismatch(value: unknown, schema: Schema, path: string): string | null {
  const size = sizeOf(value);
  if (size === null) return null;
  const [least, most] = size.keywords.map((keyword) => schema[keyword]);
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema;
  const isNumber = typeof value === 'number';
  const isOutside =
    (typeof least === 'number' && size.count < least) ||
    (typeof most === 'number' && size.count > most) ||
    (isNumber && typeof above === 'number' && value <= above) ||
    (isNumber && typeof below === 'number' && value >= below) ||
    (isNumber && typeof step === 'number' && step > 0 && !isMultiple(value, step));
  return isOutside ? `${nameOf(path)} is out of range` : null;
}

/** 0.3 is a multiple of 0.1, although floating-point division gives a remainder. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio));
}

function sizeOf(value: unknown): { readonly count: number; readonly keywords: readonly string[] } | null {
  if (typeof value === 'number') return { count: value, keywords: ['minimum', 'maximum'] };
  if (typeof value === 'string')
    return { count: Array.from(value).length, keywords: ['minLength', 'maxLength'] };
  if (Array.isArray(value)) return { count: value.length, keywords: ['minItems', 'maxItems'] };
  if (isObject(value))
    return { count: Object.keys(value).length, keywords: ['minProperties', 'maxProperties'] };
  return null;
}

/** The part of a schema that a local reference (`#/$defs/name`) names; undefined if there is none. */
function referred(reference: unknown, root: object): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let part: unknown = root;
  for (const step of reference
    .slice(1)
    .split('/')
    .filter((each) => each !== '')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    part = fieldOf(part, name);
  }
  return typeof part === 'object' && part !== null ? part : undefined;
}

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [];
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(path: string): string {
  return path === '' ? 'the value' : `\`${path.slice(0, 200)}\``;
}
