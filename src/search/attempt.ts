import type { Attempt } from '../core/attempt.ts';
import { abortReason, startDeadline, untilAborted } from '../core/deadline.ts';
import type { ScopePart } from '../core/scope.ts';
import { QuotaUsedUp } from './quota.ts';
import { ignoredParts, withinScope } from './scope.ts';
import { failed, type SearchOutcome, type SearchQuery } from './search.ts';
import { inSlotWords, type TrackedSlot } from './slot.ts';

/** The result of a slot in one search. */
export type SlotResult = {
  readonly slot: TrackedSlot;
  readonly status: Attempt['status'];
  readonly outcome: SearchOutcome;
  /** The time that it took; 0 if it was skipped. */
  readonly tookMs: number;
  /** The parts of the scope that the slot could not respect. */
  readonly ignored?: readonly ScopePart[];
};

/** The weight of the newest reply in the time that a slot usually takes. */
const NEWEST_SHARE = 1 / 8;

/**
 * Searches one slot and records the result. A back-end that takes longer than `timeoutMs`, ignores its signal
 * or throws has failed. Rejects only if `signal` aborts, which says nothing about the slot.
 */
export async function attempt(
  slot: TrackedSlot,
  query: SearchQuery,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<SlotResult> {
  const startedAtMs = performance.now();
  const outcome = await slot.suspension
    .run(() => call(slot, query, timeoutMs, signal))
    .catch((error: unknown) => {
      // The slot was not called, so its suspension has nothing to record.
      if (error instanceof QuotaUsedUp) return error.outcome;
      throw error;
    });
  const tookMs = performance.now() - startedAtMs;
  const hasFailed = outcome.status === 'failed';
  if (!hasFailed) slot.usualMs += (tookMs - slot.usualMs) * NEWEST_SHARE;
  const fault = hasFailed ? outcome : { cause: outcome.hint ?? '' };
  slot.lastCall = { status: outcome.status, fault, atMs: slot.now() };
  const ignored = ignoredParts(query.scope, slot.backend.sends, outcome);
  return { slot, status: outcome.status, outcome, tookMs: Math.round(tookMs), ignored };
}

async function call(
  slot: TrackedSlot,
  query: SearchQuery,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  using deadline = startDeadline(timeoutMs, signal);
  try {
    const timed = { ...query, leftMs: () => deadline.remainingMs() };
    const outcome = await untilAborted(slot.backend.search(timed, deadline.signal), deadline.signal);
    return outcome.status === 'failed' ? inSlotWords(outcome, slot) : withinScope(outcome, query.scope);
  } catch (error) {
    if (error instanceof QuotaUsedUp) throw error;
    if (deadline.expired) return failed('timeout', `no answer within ${Math.round(timeoutMs)} ms`);
    if (signal.aborted) throw abortReason(signal);
    return failed('protocol', `unexpected error (${error instanceof Error ? error.name : typeof error})`);
  }
}
