import { z } from 'zod';
import { DEFAULT_SOURCES } from '../../core/question.ts';
import { countChars } from '../../lib/text/text.ts';
import { formFields, instantField, instantParameter, planField } from './form-fields.ts';
import { scopeFields, scopeParameters } from './scope.ts';

/** Limits of a request that are configurable. */
export type RequestLimits = { readonly maxQueryChars: number };

/** The longest conversation of a question, and the longest answer in it; new answers have that limit. */
const MAX_TURNS = 5;
const MAX_ANSWER_CHARS = 16_000;

/** Body of `POST /api/ask`. */
export const askRequest = ({ maxQueryChars }: RequestLimits) =>
  body({
    query: queryText('The field `query`', maxQueryChars),
    num_sources: sourceCount()
      .optional()
      .meta({ description: 'The maximum number of sources to use.', default: DEFAULT_SOURCES }),
    history: history(maxQueryChars)
      .optional()
      .meta({ description: 'The conversation before this question, oldest first.' }),
    ...scopeFields,
    ...formFields('field'),
    plan: planField,
    instant: instantField,
    verdicts: z.boolean({ error: 'The field `verdicts` must be true or false.' }).optional().meta({
      description: 'Whether the reply compares each statement with the sources.',
      default: false,
    }),
  }).meta({ id: 'AskRequest' });

/** Body of `POST /api/v1/query`. */
export const queryRequest = ({ maxQueryChars }: RequestLimits) =>
  body({
    query: queryText('The field `query`', maxQueryChars),
    ...scopeFields,
    ...formFields('field'),
    instant: instantField,
  }).meta({ id: 'QueryRequest' });

/** Query string of `GET /api/v1/query`. */
export const queryParameters = ({ maxQueryChars }: RequestLimits) =>
  z.object({
    q: queryText('The query parameter `q`', maxQueryChars),
    ...scopeParameters,
    ...formFields('query parameter'),
    instant: instantParameter,
  });

/** The maximum number of sources. */
export function sourceCount() {
  return z
    .int({ error: 'The field `num_sources` must be a whole number from 1 to 10.' })
    .min(1, { error: 'The field `num_sources` must be from 1 to 10.' })
    .max(10, { error: 'The field `num_sources` must be from 1 to 10.' });
}

/** Earlier questions and answers. A long conversation must fit into `MAX_BODY_BYTES` too. */
export function history(maxQueryChars: number) {
  const turn = z.object(
    {
      question: queryText('`question` in the field `history`', maxQueryChars),
      answer: z
        .string({ error: '`answer` in the field `history` must be a string.' })
        .refine((text) => countChars(text) <= MAX_ANSWER_CHARS, {
          error: `\`answer\` in the field \`history\` is longer than ${MAX_ANSWER_CHARS} characters.`,
        })
        .meta({ description: 'Its answer, as Markdown or text.', maxLength: MAX_ANSWER_CHARS }),
    },
    { error: 'Each entry of the field `history` must be an object with `question` and `answer`.' },
  );
  return z
    .array(turn, { error: 'The field `history` must be a list of {"question", "answer"}, oldest first.' })
    .max(MAX_TURNS, { error: `The field \`history\` can have at most ${MAX_TURNS} entries.` });
}

/** A JSON object; a missing body counts as one without fields. */
export function body<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, {
    error: ({ input }) =>
      input === undefined || input === null
        ? 'The field `query` is missing: send a JSON object such as {"query": "your question"}.'
        : 'The body must be a JSON object such as {"query": "your question"}.',
  });
}

/** A question; `name` is its place in the request, for messages. */
export function queryText(name: string, maxChars: number) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined
          ? `${name} is missing: send the question in it.`
          : `${name} must be a string: the question.`,
    })
    .refine((text) => text.trim() !== '', {
      error: `${name} is empty: send the question in it.`,
      abort: true,
    })
    .refine((text) => countChars(text) <= maxChars, {
      error: `${name} is longer than ${maxChars} characters.`,
    })
    .meta({ description: 'The question to search for.', minLength: 1, maxLength: maxChars });
}
