import { countChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import { MAX_ANSWER_ID_CHARS } from '../../answer/answer-sources.ts';
import { DEFAULT_SOURCES, type Exchange, MAX_SOURCES } from '../../core/question.ts';
import { formFields, instantField, instantParameter, planField } from './form-fields.ts';
import { scopeFields, scopeParameters } from './scope.ts';

/** Limits of a request that are configurable. */
export type RequestLimits = { readonly maxQueryChars: number };

/** The longest conversation of a question, and the longest answer in it; new answers have that limit. */
const MAX_TURNS = 5;
const MAX_ANSWER_CHARS = 16_000;

/** Body of `POST /api/ask`. */
export const askRequest = ({ maxQueryChars }: RequestLimits) =>
  bodySchema({
    query: querySchema('The field `query`', maxQueryChars),
    num_sources: sourceCountSchema()
      .optional()
      .meta({ description: 'The maximum number of sources to use.', default: DEFAULT_SOURCES }),
    history: historyField(maxQueryChars),
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
  bodySchema({
    query: querySchema('The field `query`', maxQueryChars),
    history: historyField(maxQueryChars),
    ...scopeFields,
    ...formFields('field'),
    instant: instantField,
  }).meta({ id: 'QueryRequest' });

/** Query string of `GET /api/v1/query`. */
export const queryParameters = ({ maxQueryChars }: RequestLimits) =>
  z.object({
    q: querySchema('The query parameter `q`', maxQueryChars),
    ...scopeParameters,
    ...formFields('query parameter'),
    instant: instantParameter,
  });

const RANGE = `from 1 to ${MAX_SOURCES}`;

/** The schema of the maximum number of sources. */
export function sourceCountSchema() {
  return z
    .int({ error: `The field \`num_sources\` must be a whole number ${RANGE}.` })
    .min(1, { error: `The field \`num_sources\` must be ${RANGE}.` })
    .max(MAX_SOURCES, { error: `The field \`num_sources\` must be ${RANGE}.` });
}

const historyField = (maxQueryChars: number) =>
  historySchema(maxQueryChars)
    .optional()
    .meta({ description: 'The conversation before this question, oldest first.' });

/** The schema of earlier questions and answers. A long conversation must fit into `MAX_BODY_BYTES` too. */
export function historySchema(maxQueryChars: number) {
  const turn = z.object(
    {
      question: querySchema('`question` in the field `history`', maxQueryChars),
      answer: z
        .string({ error: '`answer` in the field `history` must be a string.' })
        .refine((text) => countChars(text) <= MAX_ANSWER_CHARS, {
          error: `\`answer\` in the field \`history\` is longer than ${MAX_ANSWER_CHARS} characters.`,
        })
        .meta({ description: 'Its answer, as Markdown or text.', maxLength: MAX_ANSWER_CHARS }),
      answer_id: z
        .string({ error: '`answer_id` in the field `history` must be a string.' })
        .max(MAX_ANSWER_ID_CHARS, { error: '`answer_id` in the field `history` is too long.' })
        .nullish()
        .meta({ description: 'The `answer_id` of that answer, by which Sayso finds its sources.' }),
    },
    { error: 'Each entry of the field `history` must be an object with `question` and `answer`.' },
  );
  return z
    .array(turn, { error: 'The field `history` must be a list of {"question", "answer"}, oldest first.' })
    .max(MAX_TURNS, { error: `The field \`history\` can have at most ${MAX_TURNS} entries.` });
}

/** The conversation in the terms of the service. */
export function exchangesOf(
  history: z.infer<ReturnType<typeof historySchema>> | undefined,
): readonly Exchange[] | undefined {
  return history?.map(({ question, answer, answer_id: answerId }) => {
    return { question, answer, ...(answerId && { answerId }) };
  });
}

/** The schema of a JSON object. A missing body is refused with the message for a missing `query`. */
export function bodySchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, {
    error: ({ input }) =>
      input === undefined || input === null
        ? 'The field `query` is missing: send a JSON object such as {"query": "your question"}.'
        : 'The body must be a JSON object such as {"query": "your question"}.',
  });
}

/** The schema of a question; `name` is its place in the request, for messages. */
export function querySchema(name: string, maxChars: number) {
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
