import { JsonTooLarge, parseBoundedJson } from '@sayso/text/bounded-json.ts';
import type { Answer } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { DataForm } from '../../core/question.ts';
import { mismatchOf, refuseSchema } from './json-schema.ts';

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
