import type { Attempt, SearchEngine } from '../core/terms.ts';
import type { SearchOutcome, SearchQuery } from './backend.ts';

/** What one search over all slots came to. */
export type SearchReport = {
  /** `ok` from the slot that answered first; `empty` when at least one slot searched and found nothing; else `failed`. */
  readonly outcome: SearchOutcome;
  /** The slot whose hits these are; `none` unless the outcome is `ok`. */
  readonly engine: SearchEngine;
  /** Every slot that was asked, in order. */
  readonly trail: readonly Attempt[];
};

/**
 * Searches over all slots within `budgetMs`. Throws only when `signal` aborts, with the signal's reason.
 */
export type Search = (query: SearchQuery, budgetMs: number, signal: AbortSignal) => Promise<SearchReport>;
