import type { Budget } from '../core/budget.ts';
import { untilAborted } from '../core/deadline.ts';
import type { SearchWithHits } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { Run } from '../core/run.ts';
import type { Hit } from '../core/source.ts';
import type { SearchReport } from '../search/search.ts';
import { cleanQuery, type QueryOrigin, wordsForWeb } from './generated-query.ts';
import type { GatherDeps } from './steps.ts';

/** The run, its budget, and the maximum time of one of its steps in milliseconds. */
export type StepLimits = {
  readonly run: Pick<Run, 'question' | 'caller' | 'trace'>;
  readonly budget: Pick<Budget, 'expired'>;
  readonly shareMs: number;
};

/**
 * Searches for at most `shareMs`. A query that the caller did not write is cleaned. Once the budget has expired, every error counts as a failed search.
 * @throws the error of the search before that, such as the reason of `signal`
 */
export async function searchWithinBudget(
  { search, reading, documents = new Set() }: GatherDeps,
  {
    run,
    question,
    hits,
    budget,
    shareMs,
  }: StepLimits & Pick<QueryOrigin, 'hits'> & { readonly question: Question },
  signal: AbortSignal,
): Promise<SearchWithHits> {
  const { maxSources, scope, fresh = false } = question;
  const { question: asked, caller, trace } = run;
  // The plan of a follow-up may be the one that was shown before, which rules or a model wrote.
  const plan = asked.history.length === 0 ? (asked.plan ?? []) : [];
  const isTyped = [asked.text, ...plan].some((typed) => typed.trim() === question.text.trim());
  const text = isTyped ? question.text : cleanQuery(question.text) || asked.text;
  const isOfWeb = ({ slot }: Hit) => slot === undefined || !documents.has(slot);
  const webText = isTyped || documents.size === 0 ? text : wordsForWeb(text, { asked, hits }, isOfWeb);
  const words = { text, webText: webText === text ? undefined : webText };
  const limit = Math.max(maxSources, reading?.maxPages ?? 0);
  try {
    return await trace('search', async (span) => {
      const query = { ...words, limit, scope, fresh, caller, trace: span.trace };
      const report = await untilAborted(search(query, shareMs, signal), signal);
      span.set({ 'sayso.search_engine': report.slot ?? 'none', 'sayso.outcome': report.outcome.status });
      return toSearchWithHits(text, report);
    });
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
