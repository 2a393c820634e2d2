import type { Budget } from '../../core/budget.ts';
import { untilAborted } from '../../core/deadline.ts';
import type { SearchWithHits } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import type { SearchReport } from '../../search/search.ts';
import type { GatherDeps } from '../steps.ts';

/** The budget of an answer, and the maximum time of one of its steps in milliseconds. */
export type StepLimits = { readonly budget: Pick<Budget, 'expired'>; readonly shareMs: number };

/**
 * Searches for at most `shareMs`. Once the budget has expired, every error counts as a failed search.
 * @throws the error of the search before that, such as the reason of `signal`
 */
export async function searchWithinBudget(
  { search, reading }: GatherDeps,
  { question, budget, shareMs }: StepLimits & { readonly question: Question },
  signal: AbortSignal,
): Promise<SearchWithHits> {
  const { text, maxSources, scope, fresh = false } = question;
  const limit = Math.max(maxSources, reading?.maxPages ?? 0);
  try {
    return toSearchWithHits(
      text,
      await untilAborted(search({ text, limit, scope, fresh }, shareMs, signal), signal),
    );
  } catch (error) {
    if (!budget.expired) throw error;
    const outcome = { status: 'failed', cause: 'it did not finish in time' } as const;
    return { words: text, outcome, engine: 'none', trail: [], hits: [] };
  }
}

/** A search with these words as a record, with its hits beside it. */
export function toSearchWithHits(words: string, { outcome, engine, trail }: SearchReport): SearchWithHits {
  const found = { words, engine, trail };
  if (outcome.status !== 'ok') return { ...found, outcome, hits: [] };
  return { ...found, outcome: { status: 'ok' }, hits: outcome.hits };
}
