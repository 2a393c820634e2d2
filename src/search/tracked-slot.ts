import type { Fault } from '../core/fault.ts';
import type { SlotStatus } from '../core/status.ts';
import type { Clock } from '../net/suspension.ts';
import { type Breaker, createBreaker } from './breaker.ts';
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

/** The state of a slot, without calling it. */
export function statusOf({ engine, name, label, breaker, lastCall, now }: TrackedSlot): SlotStatus {
  return {
    engine,
    name,
    label,
    state: breaker.state,
    restMs: Math.ceil(breaker.restMs),
    lastCall: lastCall && {
      status: lastCall.status,
      fault: lastCall.fault,
      agoMs: Math.round(now() - lastCall.atMs),
    },
  };
}

const FLOOR_MS = 100;
/** The delay used until there is enough data: most engines that reply at all do so within this time. */
const UNKNOWN_MS = 1000;

/**
 * How long to wait for a slot before the next is started in parallel, in milliseconds: the slot's recent 95th
 * percentile. It is at least a delay that nobody notices, and at most half of the attempt's time limit.
 */
export function hedgeDelayMs({ latency }: TrackedSlot, timeoutMs: number): number {
  return Math.min(timeoutMs / 2, Math.max(FLOOR_MS, latency.percentile95Ms() ?? UNKNOWN_MS));
}

/**
 * The time after which a slot counts as silent instead of merely slow, in milliseconds: twice its recent 95th
 * percentile, but not before most engines would have replied. It is at most half of the attempt's time limit,
 * and exactly half if too few calls are known.
 */
export function silentAfterMs({ latency }: TrackedSlot, timeoutMs: number): number {
  const usualMs = latency.percentile95Ms() ?? Number.POSITIVE_INFINITY;
  return Math.min(timeoutMs / 2, Math.max(UNKNOWN_MS, 2 * usualMs));
}

/**
 * The time limit of a slot that is followed by another one, in milliseconds: its own limit, but at most half
 * of the remaining time. A probe gets at most half of that, because a question should not lose time if the
 * slot still hangs.
 */
export function timeBeforeNextMs(slot: TrackedSlot, leftMs: number): number {
  const timeoutMs = Math.min(slot.timeoutMs, leftMs / 2);
  if (slot.breaker.state !== 'half-open') return timeoutMs;
  return Math.max(Math.min(UNKNOWN_MS, timeoutMs / 2), hedgeDelayMs(slot, timeoutMs));
}

/** The durations of the last calls to one slot. */
type Latency = {
  /** Adds the duration of a call, in milliseconds. */
  add(tookMs: number): void;
  /** The 95th percentile of the remembered calls, in milliseconds; null while there are too few. */
  percentile95Ms(): number | null;
};

const REMEMBERED = 100;
/** With fewer calls, the percentile would be the slowest call. */
const ENOUGH = 20;

/** Remembers the last hundred calls. */
export function createLatency(): Latency {
  const tookMs = new Float64Array(REMEMBERED);
  let added = 0;
  let known: number | null = null;
  return {
    add(callMs) {
      tookMs[added % REMEMBERED] = callMs;
      added++;
      known = null;
    },
    percentile95Ms() {
      if (added < ENOUGH) return null;
      known ??= percentile95(tookMs.subarray(0, Math.min(added, REMEMBERED)));
      return known;
    },
  };
}

/** The percentile by nearest rank, so it is one of the values. */
function percentile95(values: Float64Array): number | null {
  return values.toSorted()[Math.ceil(values.length * 0.95) - 1] ?? null;
}
