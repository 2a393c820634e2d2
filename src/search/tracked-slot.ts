import type { Fault } from '../core/failure.ts';
import type { SlotStatus } from '../core/status.ts';
import type { Clock } from '../net/suspension.ts';
import type { FailedOutcome } from './backend.ts';
import { type Breaker, createBreaker, type SharedBreakerStates, sharedBreaker } from './breaker.ts';
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
  shareHints: (names: readonly string[]) => SharedBreakerStates | null,
): readonly TrackedSlot[] {
  const board = shareHints(slots.map(({ sharedName }) => sharedName));
  return slots.map((slot) => {
    const tracked = track(slot);
    if (board === null) return tracked;
    return { ...tracked, breaker: sharedBreaker(tracked.breaker, slot.sharedName, board) };
  });
}

/** Null if the slot may be called; otherwise why not: its calls are used up, or it is suspended. */
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

/** The durations of the last calls to one slot. */
type Latency = {
  /** Adds the duration of a call, in milliseconds. */
  add(tookMs: number): void;
  /** The 95th percentile of the remembered calls, in milliseconds; null while there are too few. */
  percentile95Ms(): number | null;
};

const MAX_CALLS = 100;
/** With fewer calls, the percentile would be the slowest call. */
const MIN_CALLS = 20;

/** Remembers the last hundred calls. The percentile is computed once after each of them. */
export function createLatency(): Latency {
  const tookMs = new Float64Array(MAX_CALLS);
  let added = 0;
  let percentileMs: number | null = null;
  return {
    add(callMs) {
      tookMs[added % MAX_CALLS] = callMs;
      added++;
      percentileMs = null;
    },
    percentile95Ms() {
      if (added < MIN_CALLS) return null;
      percentileMs ??= percentile95(tookMs.subarray(0, Math.min(added, MAX_CALLS)));
      return percentileMs;
    },
  };
}

/** The percentile by nearest rank, so it is one of the values. */
function percentile95(values: Float64Array): number | null {
  return values.toSorted()[Math.ceil(values.length * 0.95) - 1] ?? null;
}
