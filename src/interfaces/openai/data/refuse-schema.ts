import { Failure } from '../../../core/failure.ts';
import { followReference, MAX_DEPTH } from './json-schema.ts';
import { isObject, type Schema, VALUE_KEYWORDS } from './value-keywords.ts';

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
