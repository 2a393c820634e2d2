import { z } from 'zod';
import type { JudgedStatement } from '../../core/answer.ts';
import { type Attempt, FAILED_REASONS } from '../../core/attempt.ts';
import type { Timing } from '../../core/events.ts';
import type { Collected } from '../../core/run.ts';
import { searchEngineOf } from '../http/search-engine.ts';

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
export const statementSchema = z
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
    ...(closest !== undefined && { closest: toQuoteBody(closest) }),
    ...(isSure !== undefined && { sure: isSure }),
    ...(citationMoves !== undefined && {
      citation_moved: citationMoves.map(({ was, now }) => ({ was, now })),
    }),
    ...(difference !== undefined && { difference: { ...difference, found: toQuoteBody(difference.found) } }),
  };
}

function toQuoteBody({ text, ...rest }: JudgedStatement['quotes'][number]): z.infer<typeof quote> {
  return { ...rest, quote: text };
}

/** Milliseconds, rounded to a tenth. */
export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** The steps of an answer, which add up to its total, in the order of the header. */
const STEPS = ['search', 'read', 'select', 'write', 'check', 'render'] as const;

/** The times of an answer in the fields of the event `timing`, in milliseconds. */
export function toTimingData(timing: Timing): Readonly<Record<string, number | null>> {
  const { firstTextMs, totalMs } = timing;
  const steps = STEPS.map((step) => [`${step}_ms`, roundMs(timing[`${step}Ms`])]);
  return {
    ...Object.fromEntries(steps),
    first_text_ms: firstTextMs === null ? null : roundMs(firstTextMs),
    total_ms: roundMs(totalMs),
  };
}

/**
 * The times of an answer as a `Server-Timing` field (W3C Server Timing). `first-text` is a point in time, not
 * a step. The field of a deep answer also has the number and the tokens of its model calls.
 */
export function toServerTiming(timing: Timing, usage: Collected['usage']): string {
  const { firstTextMs, totalMs } = timing;
  const toEntry = (name: string, ms: number) => `${name};dur=${ms.toFixed(1)}`;
  const entries = [...STEPS.map((step) => toEntry(step, timing[`${step}Ms`])), toEntry('total', totalMs)];
  if (firstTextMs !== null) entries.push(toEntry('first-text', firstTextMs));
  if (usage?.depth === 'deep')
    entries.push(`model-calls;desc="${usage.calls}"`, `model-tokens;desc="${usage.tokens}"`);
  return entries.join(', ');
}

/** The outcome of one slot in a search, as sent to callers. */
export const slotSchema = z.object({
  search_engine: z.string(),
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: z.string().meta({ description: 'Why it failed or was skipped; otherwise empty.' }),
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

/** The outcomes of all slots in a search, with times rounded to a tenth of a millisecond. */
export function toSlots(trail: readonly Attempt[]): z.infer<typeof slotSchema>[] {
  return trail.map(({ slot, status, cause, reason, tookMs, ignored }) => ({
    search_engine: searchEngineOf(slot),
    status,
    cause,
    ...(reason !== undefined && { reason }),
    took_ms: roundMs(tookMs),
    ...(ignored !== undefined && { ignored: [...ignored] }),
  }));
}
