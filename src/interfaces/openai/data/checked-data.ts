import type { Answer } from '../../../core/answer.ts';
import { Failure } from '../../../core/failure.ts';
import type { DataForm } from '../../../core/question.ts';
import { JsonTooLarge, parseBoundedJson } from '../../../lib/text/bounded-json.ts';
import { mismatchOf } from './json-schema.ts';

/** A code fence around a whole text, which models add although the prompt forbids it. */
const FENCE = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/i;

/**
 * The data of an answer, as JSON that matches the form.
 * @throws Failure `model-unavailable` that explains why the model's text does not match
 */
export function checkedData(answer: Answer, { schema }: DataForm): string {
  const written = answer.text.trim();
  const text = FENCE.exec(written)?.[1]?.trim() ?? written;
  const value = readJson(text, answer);
  const mismatch = mismatchOf(value, schema === null ? { type: 'object' } : JSON.parse(schema));
  if (mismatch !== null) throw refusal(answer, mismatch);
  return text;
}

function readJson(text: string, answer: Answer): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    throw refusal(answer, error instanceof JsonTooLarge ? `it has ${error.limit}` : 'it is not JSON');
  }
}

function refusal({ error }: Answer, why: string): Failure {
  const report = error === null ? '' : ` ${error}`;
  return new Failure(
    'model-unavailable',
    `The language model did not reply in the requested format: ${why}.${report} Try again, or ` +
      'ask without a format.',
  );
}
