import type { Budget } from '../../core/budget.ts';
import { untilAborted } from '../../core/deadline.ts';
import type { SearchWithHits } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import type { Hit } from '../../core/source.ts';
import type { SearchReport } from '../../search/search.ts';
import type { GatherDeps } from '../steps.ts';
import { cleanQuery, type QueryOrigin, wordsForWeb } from './generated-query.ts';

/** The budget of an answer, and the maximum time of one of its steps in milliseconds. */
export type StepLimits = { readonly budget: Pick<Budget, 'expired'>; readonly shareMs: number };

/**
 * Searches for at most `shareMs`. A query that the caller did not write is cleaned. Once the budget has expired, every error counts as a failed search.
 * @throws the error of the search before that, such as the reason of `signal`
 */
export async function searchWithinBudget(
  { search, reading, documents = new Set() }: GatherDeps,
  { question, budget, shareMs, ...origin }: StepLimits & QueryOrigin & { readonly question: Question },
  signal: AbortSignal,
): Promise<SearchWithHits> {
  const { maxSources, scope, fresh = false } = question;
  const { asked } = origin;
  // The plan of a follow-up may be the one that was shown before, which rules or a model wrote.
  const plan = asked.history.length === 0 ? (asked.plan ?? []) : [];
  const isTyped = [asked.text, ...plan].some((typed) => typed.trim() === question.text.trim());
  const text = isTyped ? question.text : cleanQuery(question.text) || asked.text;
  const isOfWeb = ({ slot }: Hit) => slot === undefined || !documents.has(slot);
  const webText = isTyped || documents.size === 0 ? text : wordsForWeb(text, origin, isOfWeb);
  const words = { text, ...(webText !== text && { webText }) };
  const limit = Math.max(maxSources, reading?.maxPages ?? 0);
  try {
    return toSearchWithHits(
      text,
      await untilAborted(search({ ...words, limit, scope, fresh }, shareMs, signal), signal),
    );
  } catch (error) {
    if (!budget.expired) throw error;
    const outcome = { status: 'failed', cause: 'it did not finish in time' } as const;
    return { words: text, outcome, slot: null, trail: [], hits: [] };
  }
}

/** A search with these words as a record, with its hits beside it. */
export function toSearchWithHits(words: string, { outcome, slot, trail }: SearchReport): SearchWithHits {
  const found = { words, slot, trail };
  if (outcome.status !== 'ok') return { ...found, outcome, hits: [] };
  return { ...found, outcome: { status: 'ok' }, hits: outcome.hits };
}
