import type { Fault } from '../core/fault.ts';
import type { SlotStatus } from '../core/status.ts';
import type { Clock } from '../net/suspension.ts';
import type { FailedOutcome } from './backend.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { createLatency, type Latency } from './latency.ts';
import { type SlotHintBoard, sharedBreaker } from './shared-breaker.ts';
import type { Slot } from './slot.ts';

/** A slot with its record of earlier searches. */
export type TrackedSlot = Slot & {
  readonly breaker: Breaker;
  readonly latency: Latency;
  /** The result of its last attempt; null before the first. Written by `RunningAttempt`. */
  lastCall: {
    readonly status: 'ok' | 'empty' | 'failed';
    readonly fault: Fault;
    readonly atMs: number;
  } | null;
  /** The clock of `breaker` and `lastCall`. */
  readonly now: Clock;
};

/**
 * Adds an empty record to a slot. The default clock is the process's monotonic clock, which cannot be set.
 */
export function track(slot: Slot, now: Clock = () => performance.now()): TrackedSlot {
  return { ...slot, breaker: createBreaker(now), latency: createLatency(), lastCall: null, now };
}

/**
 * The slots with their record of earlier searches, at this instance and, with a board, at other instances.
 */
export function trackAll(
  slots: readonly Slot[],
  shareHints: (names: readonly string[]) => SlotHintBoard | null,
): readonly TrackedSlot[] {
  const board = shareHints(slots.map(({ sharedName }) => sharedName));
  return slots.map((slot) => {
    const tracked = track(slot);
    if (board === null) return tracked;
    return { ...tracked, breaker: sharedBreaker(tracked.breaker, slot.sharedName, board) };
  });
}

/**
 * Null if the slot may be called now; otherwise why not: the calls that the operator allows are used up, or
 * the slot is suspended after a failure.
 */
export function refusalOf({ quota, breaker }: TrackedSlot): FailedOutcome | null {
  return quota?.refusal() ?? breaker.refusal();
}

/** The state of a slot, without calling it. */
export function statusOf(slot: TrackedSlot): SlotStatus {
  const { engine, name, label, quota, breaker, lastCall, now } = slot;
  const usedUp = quota?.refusal() ?? null;
  return {
    engine,
    name,
    label,
    state: usedUp === null ? breaker.state : 'open',
    restMs: Math.ceil(usedUp?.retryAfterMs ?? breaker.restMs),
    callsLeft: quota?.callsLeft() ?? [],
    lastCall: lastCall && {
      status: lastCall.status,
      fault: lastCall.fault,
      agoMs: Math.round(now() - lastCall.atMs),
    },
  };
}
