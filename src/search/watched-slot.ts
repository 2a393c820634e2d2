import type { SlotStatus } from '../core/status.ts';
import { type Breaker, type Clock, createBreaker } from './breaker.ts';
import { createLatency, type Latency } from './latency.ts';
import type { Slot } from './slot.ts';

/** A slot with what is remembered of it between searches. */
export type WatchedSlot = Slot & {
  readonly breaker: Breaker;
  readonly latency: Latency;
  /** How its last call ended; null when it was not called yet. Written by `askSlot`. */
  lastCall: {
    readonly status: 'ok' | 'empty' | 'failed';
    readonly cause: string;
    readonly atMs: number;
  } | null;
  readonly now: Clock;
};

/** Begins to watch a slot. Without a clock of the caller's time is the process's own, which nobody can set. */
export function watch(slot: Slot, now: Clock = () => performance.now()): WatchedSlot {
  return { ...slot, breaker: createBreaker(now), latency: createLatency(), lastCall: null, now };
}

/** What is known of a slot without asking it. */
export function statusOf({ engine, label, breaker, lastCall, now }: WatchedSlot): SlotStatus {
  return {
    engine,
    label,
    state: breaker.state,
    restMs: Math.ceil(breaker.restMs),
    lastCall: lastCall && {
      status: lastCall.status,
      cause: lastCall.cause,
      agoMs: Math.round(now() - lastCall.atMs),
    },
  };
}

const FLOOR_MS = 100;
/** Until enough is known of a slot: most engines that answer at all have answered by then. */
const UNKNOWN_MS = 1000;

/**
 * How long to wait for a slot before the next is started beside it, in milliseconds: its own recent 95th percentile, at
 * least what nobody notices, at most half of what this call may take.
 */
export function hedgeDelayMs({ latency }: WatchedSlot, timeoutMs: number): number {
  return Math.min(timeoutMs / 2, Math.max(FLOOR_MS, latency.percentile95Ms() ?? UNKNOWN_MS));
}

/**
 * When a slot is silent and not merely slow, in milliseconds: at twice its recent 95th percentile and not before most engines
 * have answered, at most at half of what this call may take, as where nothing is known of it.
 */
export function silentAfterMs({ latency }: WatchedSlot, timeoutMs: number): number {
  const usualMs = latency.percentile95Ms() ?? Number.POSITIVE_INFINITY;
  return Math.min(timeoutMs / 2, Math.max(UNKNOWN_MS, 2 * usualMs));
}

/**
 * The most a slot may take when another comes after it, in milliseconds: its own time, but half of what is left. One that
 * is only tried again has half of that at most, for the question shall not pay for finding out that it still hangs.
 */
export function timeBeforeNextMs(slot: WatchedSlot, leftMs: number): number {
  const timeoutMs = Math.min(slot.timeoutMs, leftMs / 2);
  if (slot.breaker.state !== 'half-open') return timeoutMs;
  return Math.max(Math.min(UNKNOWN_MS, timeoutMs / 2), hedgeDelayMs(slot, timeoutMs));
}
