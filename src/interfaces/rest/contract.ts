import { z } from 'zod';
import { ANSWER_PROBLEMS } from '../../core/answer.ts';
import { SEARCH_ENGINES } from '../http/search-engine.ts';
import { groundedSource, querySource } from './source.ts';
import { statementSchema } from './statement.ts';

/** The slots by their position. */
export const searchEngine = z.enum([...SEARCH_ENGINES, 'none']).meta({
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
    tokens_used: answerFields.tokens_used,
    error: z
      .string()
      .nullable()
      .meta({ description: 'What went wrong although there is an answer; null if nothing did.' }),
    answer_id: z.string().optional().meta({
      description:
        'Send it with this answer in `history`, and Sayso finds its sources again; without it, it does not.',
    }),
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
