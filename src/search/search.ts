import type { Attempt, SearchEngine } from '../core/attempt.ts';
import type { SearchOutcome, SearchQuery } from './backend.ts';

/** The result of a search over all slots. */
export type SearchReport = {
  /**
   * `ok` if a slot had results; `empty` if at least one slot searched and found nothing; otherwise `failed`.
   */
  readonly outcome: SearchOutcome;
  /** The slot that had results first; each hit names its own slot. `none` unless the outcome is `ok`. */
  readonly engine: SearchEngine;
  /** Every slot that was queried or skipped, in the configured order. */
  readonly trail: readonly Attempt[];
};

/** Searches all slots within `budgetMs`. Throws only if `signal` aborts, with the signal's reason. */
export type Search = (query: SearchQuery, budgetMs: number, signal: AbortSignal) => Promise<SearchReport>;
