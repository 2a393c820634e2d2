import type { Attempt } from '../core/attempt.ts';
import { abortReason, startDeadline, untilAborted } from '../core/deadline.ts';
import { faultWords } from '../core/failure.ts';
import { untraced } from '../core/run.ts';
import type { ScopePart } from '../core/scope.ts';
import { QuotaUsedUp } from './quota.ts';
import { ignoredParts, withinScope } from './scope.ts';
import { type FailedOutcome, failed, type SearchOutcome, type SearchQuery } from './search.ts';
import { inSlotWords, type TrackedSlot } from './slot.ts';

/** What became of one slot in one search, and its entry in the trail of that search. */
export type SlotResult = {
  readonly slot: TrackedSlot;
  readonly outcome: SearchOutcome;
  readonly attempt: Attempt;
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
  return resultOf(slot, outcome, { status: outcome.status, tookMs, ignored });
}

/** The result of a slot that was not called. */
export function skipped(slot: TrackedSlot, outcome: FailedOutcome): SlotResult {
  return resultOf(slot, outcome, { status: 'skipped', tookMs: 0 });
}

/** The result, so far, of a slot that still searches when another one has results. */
export function overtaken(slot: TrackedSlot, startedAtMs: number): SlotResult {
  const tookMs = performance.now() - startedAtMs;
  return resultOf(slot, { status: 'empty' }, { status: 'overtaken', tookMs });
}

type AttemptFacts = Pick<Attempt, 'status' | 'tookMs'> & { readonly ignored?: readonly ScopePart[] };

function resultOf(
  slot: TrackedSlot,
  outcome: SearchOutcome,
  { status, tookMs, ignored = [] }: AttemptFacts,
): SlotResult {
  const failure = outcome.status === 'failed' ? outcome : null;
  return {
    slot,
    outcome,
    attempt: {
      slot: slot.position,
      status,
      cause: failure === null ? '' : `${slot.name}: ${faultWords(failure)}`,
      ...(failure !== null && { reason: failure.reason }),
      ...('leftOut' in outcome && { leftOut: outcome.leftOut }),
      tookMs: Math.round(tookMs),
      ...(ignored.length > 0 && { ignored }),
    },
  };
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
    const { trace = untraced } = query;
    const outcome = await trace(`search slot ${slot.position}`, async (span) => {
      const found = await untilAborted(slot.backend.search(timed, deadline.signal), deadline.signal);
      span.set({ 'sayso.outcome': found.status });
      return found;
    });
    return outcome.status === 'failed' ? inSlotWords(outcome, slot) : withinScope(outcome, query.scope);
  } catch (error) {
    if (error instanceof QuotaUsedUp) throw error;
    if (deadline.expired) return failed('timeout', `no answer within ${Math.round(timeoutMs)} ms`);
    if (signal.aborted) throw abortReason(signal);
    return failed('protocol', `unexpected error (${error instanceof Error ? error.name : typeof error})`);
  }
}
