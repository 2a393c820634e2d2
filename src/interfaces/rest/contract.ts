import { z } from 'zod';
import { ANSWER_PROBLEMS } from '../../core/answer.ts';
import { DEFAULT_SOURCES } from '../../core/question.ts';
import { countChars } from '../../lib/text/text.ts';
import { formFields, instantField, instantParameter, planField } from './form-fields.ts';
import { scopeFields, scopeParameters } from './scope.ts';
import { groundedSource, querySource } from './source.ts';
import { statementSchema } from './statement.ts';

/** Limits of a request that are configurable. */
export type RequestLimits = { readonly maxQueryChars: number };

/**
 * The maximum length of the conversation sent with a question, and of each answer in it. The same limit
 * applies to new answers.
 */
const MAX_TURNS = 5;
const MAX_ANSWER_CHARS = 16_000;

/** The slots by their position. */
export const searchEngine = z.enum(['engine_a', 'engine_b', 'engine_c', 'none']).meta({
  description: 'Slot whose results the answer uses: first, second, third, or none.',
});

const answerFields = {
  answer: z.string().meta({ description: 'Answer in Markdown, citations as [n].' }),
  speakable_text: z.string().meta({ description: 'Answer as plain text for a voice.' }),
  model: z.string().meta({ description: 'Name of the language model; empty if none is configured.' }),
  search_engine: searchEngine,
  searched_for: z.string().optional().meta({
    description: 'What was searched for, if not the question as it was sent: a follow-up, rewritten.',
  }),
  tokens_used: z.int().min(0).meta({ description: 'Prompt and completion tokens together.' }),
} as const;

/** Response of `GET /api/health`. */
export const healthResponse = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    llm_configured: z.boolean(),
    search_primary_url: z.string(),
    search_secondary_url: z.string(),
  })
  .meta({ id: 'Health', description: 'The service is up.' });

/** Response of `GET /livez`. */
export const liveResponse = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Live', description: 'The process serves requests.' });

const slotStatus = z.object({
  search_engine: searchEngine,
  name: z
    .string()
    .meta({ description: 'Slot and kind; if keys are configured, also its URL without secrets.' }),
  state: z.enum(['closed', 'open', 'half-open']).meta({
    description:
      'State of its breaker: called as usual, suspended after failures, or to be tried again by ' +
      'the next question.',
  }),
  rest_ms: z
    .int()
    .min(0)
    .meta({ description: 'How long it remains suspended, in milliseconds; 0 unless open.' }),
  last_call: z
    .object({
      status: z.enum(['ok', 'empty', 'failed']),
      cause: z.string().meta({ description: 'Why it failed; empty if it did not.' }),
      ago_ms: z.int().min(0),
    })
    .nullable()
    .meta({ description: 'The outcome of its last search; null before the first one.' }),
});

const readinessDetails = {
  answers_alone: z.boolean().meta({ description: 'Whether a model may answer without sources.' }).optional(),
  slots: z.array(slotStatus).meta({ description: 'In the order in which they are called.' }).optional(),
} as const;

/** Response of `GET /readyz`; the optional fields come with `?verbose`. */
export const readyResponse = z
  .object({ status: z.literal('ready'), ...readinessDetails })
  .meta({ id: 'Ready', description: 'A question can be answered.' });

/** Body of a 503 of `GET /readyz`. */
export const notReadyResponse = z
  .object({ error: z.string(), status: z.literal('not-ready').optional(), ...readinessDetails })
  .meta({
    id: 'NotReady',
    description:
      'No question can be answered: every slot is suspended and no model may answer alone, the ' +
      'process is short of CPU time or memory, or the service is stopping.',
  });

/** Response of `POST /api/ask`. */
export const askResponse = z
  .object({
    answer: answerFields.answer,
    html_answer: z.string().meta({ description: 'The same answer as sanitised HTML.' }),
    speakable_text: answerFields.speakable_text,
    sources: z.array(groundedSource).meta({
      description: 'Without `verdicts`, only `index`, `title`, `url` and `snippet` are sent.',
    }),
    model: answerFields.model,
    search_engine: answerFields.search_engine,
    searched_for: answerFields.searched_for,
    confidence: z.number().min(0).max(1).optional().meta({
      description:
        'Probability that the first quoted sentence answers the question; only if no model wrote the answer.',
    }),
    tokens_used: answerFields.tokens_used,
    error: z
      .string()
      .nullable()
      .meta({ description: 'What went wrong although there is an answer; null if nothing did.' }),
    problem: z.enum(ANSWER_PROBLEMS).optional().meta({
      description: 'The kind of that problem (docs/api.md); absent if there was none.',
    }),
    statements: z
      .array(statementSchema)
      .optional()
      .meta({ description: 'How each statement compares with the sources; only if `verdicts` was true.' }),
  })
  .meta({ id: 'AskResponse', description: 'The answer.' });

/** The response as a type, for clients in this repository. */
export type AskBody = z.infer<typeof askResponse>;

/** Response of `/api/v1/query`. */
export const queryResponse = z
  .object({
    query: z.string().meta({ description: 'The query as it was sent.' }),
    answer: answerFields.answer,
    speakable_text: answerFields.speakable_text,
    sources: z.array(querySource),
    model: answerFields.model,
    search_engine: answerFields.search_engine,
    searched_for: answerFields.searched_for,
    tokens_used: answerFields.tokens_used,
  })
  .meta({ id: 'QueryResponse', description: 'The answer.' });

/** Body of every error. */
export const problem = z.object({ error: z.string() }).meta({ id: 'Problem' });

/** The errors of every answering route, in addition to its own 502. */
export const problemResponses = {
  400: problem.describe('The request is not valid; the message says which field.'),
  401: problem.describe('A key is needed.'),
  405: problem.describe('The path does not support this method.'),
  406: problem.describe('None of the available forms matches `Accept`.'),
  413: problem.describe('The body is too large.'),
  415: problem.describe('The body is not JSON.'),
  429: problem.describe('Too many requests from this address.'),
  500: problem.describe('An unexpected error; the message contains the request id.'),
  503: problem.describe('The service is overloaded or stopping.'),
} as const;

/** The reply without a body to a caller who already has the answer. */
export const unchanged = z.null().describe('The caller already has this answer, as `If-None-Match` says.');

/** Body of a 502 of `POST /api/ask`. */
export const askUnavailable = z
  .object({ error: z.string(), answer: z.literal(''), sources: z.array(z.never()).max(0) })
  .meta({
    id: 'AskUnavailable',
    description: 'Every search failed, and no model may answer without a search.',
  });

/** Body of a 502 of `/api/v1/query`. */
export const queryUnavailable = z
  .object({ error: z.string(), answer: z.literal(''), speakable_text: z.literal('') })
  .meta({
    id: 'QueryUnavailable',
    description: 'Every search failed, and no model may answer without a search.',
  });

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
