import type { Hit } from '../core/terms.ts';

/** What a back-end is asked for. */
export type SearchQuery = {
  readonly text: string;
  /** How many hits are wanted at most. */
  readonly limit: number;
  /** BCP 47 tag, or `auto` to let the back-end decide. */
  readonly language: string;
  /** What is left of the slot's time, in milliseconds, for back-ends that pass a time limit on. */
  readonly leftMs?: () => number;
  /** True for a question that only tests the slot and must not use up what the back-end allows us. */
  readonly isDiagnosis?: boolean;
};

/** Why a back-end failed; decides who can mend it and when it is worth asking again. */
export type FailedReason =
  | 'configuration'
  | 'rate'
  | 'blocked'
  | 'timeout'
  | 'network'
  | 'protocol'
  | 'upstream'
  | 'bad-parameter';

/** `empty` means that the back-end searched and found nothing; whatever else yields no hits has failed. */
export type SearchOutcome =
  | {
      readonly status: 'ok';
      readonly hits: readonly Hit[];
      /** What the operator could mend although it worked, in words as those of a cause. */
      readonly hint?: string;
    }
  | { readonly status: 'empty' }
  | {
      readonly status: 'failed';
      readonly reason: FailedReason;
      /** In words a self-hoster understands, with the remedy where there is one; no secret, no upstream body. */
      readonly cause: string;
      /** What to do about it; the cause ends with it, after a colon. */
      readonly remedy?: string;
      readonly retryAfterMs?: number;
    };

/** The outcome of a back-end that failed. */
export type FailedOutcome = Extract<SearchOutcome, { readonly status: 'failed' }>;

/**
 * Anything that can be searched. Never throws for what an upstream does; throws only when `signal` aborts
 * (with the signal's reason), and then leaves nothing running.
 */
export type SearchBackend = {
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome>;
};

/** Hits where there are any, else empty. */
export function found(hits: readonly Hit[]): SearchOutcome {
  return hits.length > 0 ? { status: 'ok', hits } : { status: 'empty' };
}

/** A failed outcome. */
export function failed(reason: FailedReason, cause: string, retryAfterMs?: number): FailedOutcome {
  return retryAfterMs === undefined
    ? { status: 'failed', reason, cause }
    : { status: 'failed', reason, cause, retryAfterMs };
}

/** A failed outcome with what to do about it. */
export function mendable(
  reason: FailedReason,
  cause: string,
  remedy: string,
  retryAfterMs?: number,
): FailedOutcome {
  return { ...failed(reason, `${cause}: ${remedy}`, retryAfterMs), remedy };
}
