import { Failure } from '../../../core/failure.ts';
import type { DataForm } from '../../../core/question.ts';
import { refuseSchema } from './json-schema.ts';

/** The longest schema, in characters of JSON: it becomes a part of the prompt. */
const MAX_SCHEMA_CHARS = 8000;

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
