import { citationPositions } from '@sayso/markdown';
import type { Difference } from '@sayso/verdicts';
import { z } from 'zod';
import { answerWords } from '../../answer/answer-words.ts';
import { ANSWER_PROBLEMS, type Answer, type JudgedStatement } from '../../core/answer.ts';
import { type Attempt, FAILED_REASONS } from '../../core/attempt.ts';
import { speechWithError, textWithError } from '../../render/forms.ts';
import { SEARCH_ENGINES, searchEngineOf } from '../http/call-service.ts';
import { askSource, groundedSource, querySource, toSources } from './source.ts';

/** The slots by their position. */
export const searchEngine = z.enum([...SEARCH_ENGINES, 'none']).meta({
  description: 'Slot whose results the answer uses: first, second, third, or none.',
});

const quote = z.object({
  source: z.int().min(1).meta({ description: 'Number of the source.' }),
  quote: z.string().meta({ description: 'Its words.' }),
  from: z
    .int()
    .min(0)
    .meta({ description: "Offset in the text of the source's page or snippet, in UTF-16 units." }),
  to: z.int().min(0),
});

/** One statement of an answer and its verdict. */
const statementSchema = z
  .object({
    index: z.int().min(0),
    text: z.string().meta({ description: 'The sentence without markup and citations.' }),
    from: z.int().min(0).meta({ description: 'Offset in `answer`, in UTF-16 units.' }),
    to: z.int().min(0),
    verdict: z.enum(['supported', 'differs', 'not-found', 'not-checked']),
    score: z.number().min(0).max(1).nullable().meta({
      description: 'How likely it is that the closest source supports the statement; null if not checked.',
    }),
    quotes: z.array(quote),
    reason: z
      .enum(['not-in-passages', 'not-in-sources', 'no-claim', 'other-language', 'no-rules', 'limit'])
      .optional()
      .meta({ description: 'Why it was not found, or not checked.' }),
    closest: quote
      .optional()
      .meta({ description: 'The sentences that come closest to a statement that was not found.' }),
    sure: z.boolean().optional().meta({
      description: 'Whether the verdict is fairly certain; absent if the statement was not checked.',
    }),
    citation_moved: z
      .array(
        z.object({
          was: z.int().min(1).meta({ description: 'The source that the model cited.' }),
          now: z.int().min(1).nullable().meta({
            description: 'The source that is cited instead; null if the statement already cites it.',
          }),
        }),
      )
      .optional()
      .meta({ description: 'Citations that were moved to the source that supports the statement.' }),
    difference: z
      .object({
        kind: z.enum(['number', 'date', 'unit', 'name']),
        stated: z.string().meta({ description: 'What the answer says.' }),
        found: quote.meta({ description: 'What the source says instead.' }),
      })
      .optional(),
  })
  .meta({ id: 'Statement' });

/** A judged statement in the form in which it is sent. */
export function toStatementBody(statement: JudgedStatement): z.infer<typeof statementSchema> {
  const { difference, quotes, closest, isSure, citationMoves, ...rest } = statement;
  return {
    ...rest,
    quotes: quotes.map(toQuoteBody),
    closest: closest && toQuoteBody(closest),
    sure: isSure,
    citation_moved: citationMoves?.map(({ was, now }) => ({ was, now })),
    difference: difference && { ...difference, found: toQuoteBody(difference.found) },
  };
}

function toQuoteBody({ text, ...rest }: JudgedStatement['quotes'][number]): z.infer<typeof quote> {
  return { ...rest, quote: text };
}

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

/** An answer as the body of `POST /api/ask` without a history: the contract allows no other fields. */
export function toAskBody(answer: Answer): AskBody {
  return {
    answer: answer.text,
    html_answer: answer.html,
    speakable_text: answer.speech,
    sources: toSources(answer.sources, askSource),
    model: answer.model,
    search_engine: searchEngineOf(answer.slot),
    tokens_used: answer.tokensUsed,
    error: answer.error,
  };
}

/** The body for a question with a history. */
export function toFollowUpBody(answer: Answer): AskBody {
  return { ...toAskBody(answer), searched_for: answer.searchedFor };
}

/** The body at the end of a stream. */
export function toDetailedBody(answer: Answer): AskBody {
  return { ...toFollowUpBody(answer), problem: answer.problem, answer_id: answer.answerId };
}

/** The body with verdicts. */
export function toJudgedBody(answer: Answer, statements: readonly JudgedStatement[] = []): AskBody {
  const cited = new Set(citationPositions(answer.text, answer.sources.length).map(({ index }) => index));
  return {
    ...toDetailedBody(answer),
    speakable_text: withRemark(answer, statements),
    sources: toSources(answer.sources, groundedSource, { cited }),
    statements: statements.map(toStatementBody),
  };
}

const NUMERIC: ReadonlySet<string> = new Set(['number', 'date', 'unit'] satisfies Difference['kind'][]);

/** The speech, with a sentence at its end if one of its numbers differs from the sources. */
function withRemark({ speech, language }: Answer, statements: readonly JudgedStatement[]): string {
  const differs = statements.some(({ difference }) => NUMERIC.has(difference?.kind ?? ''));
  return differs ? `${speech} ${answerWords(language).numberDiffers}` : speech;
}

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

/** An answer as the body of `/api/v1/query`. Without a field `error`, its fact becomes the last sentence. */
export function toQueryBody(
  answer: Answer,
  query: string,
  isFollowUp: boolean,
): z.infer<typeof queryResponse> {
  return {
    query,
    answer: textWithError(answer),
    speakable_text: speechWithError(answer),
    sources: toSources(answer.sources, querySource),
    model: answer.model,
    search_engine: searchEngineOf(answer.slot),
    searched_for: isFollowUp ? answer.searchedFor : undefined,
    tokens_used: answer.tokensUsed,
  };
}

/** The outcome of one slot in a search, as sent to callers. */
export const slotSchema = z.object({
  search_engine: z.string(),
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: z
    .string()
    .meta({ description: 'Why it failed or was skipped, or left documents out; otherwise empty.' }),
  reason: z
    .enum(FAILED_REASONS)
    .optional()
    .meta({ description: 'The kind of failure, if it failed or was skipped.' }),
  took_ms: z.number(),
  ignored: z
    .array(z.string())
    .optional()
    .meta({ description: 'The parts of the scope that it could not respect.' }),
});

/** The outcomes of all slots in a search. */
export function toSlots(trail: readonly Attempt[]): z.infer<typeof slotSchema>[] {
  return trail.map(({ slot, status, cause, reason, leftOut, tookMs, ignored }) => ({
    search_engine: searchEngineOf(slot),
    status,
    cause: leftOut ?? cause,
    reason,
    took_ms: roundMs(tookMs),
    ignored: ignored && [...ignored],
  }));
}

/** Milliseconds, rounded to a tenth. */
export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}

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
