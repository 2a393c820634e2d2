import type { TrackedSlot } from './tracked-slot.ts';

const MIN_HEDGE_DELAY_MS = 100;
/** Most engines that reply at all do so within this time; also the delay until there is enough data. */
const USUAL_REPLY_MS = 1000;

/**
 * How long to wait for a slot before the next is started in parallel, in milliseconds: the slot's recent 95th
 * percentile. It is at least a delay that nobody notices, and at most half of the attempt's time limit.
 */
export function hedgeDelayMs({ latency }: TrackedSlot, timeoutMs: number): number {
  return Math.min(timeoutMs / 2, Math.max(MIN_HEDGE_DELAY_MS, latency.percentile95Ms() ?? USUAL_REPLY_MS));
}

/**
 * The time after which a slot counts as silent instead of merely slow, in milliseconds: twice its recent 95th
 * percentile, but not before most engines would have replied. It is at most half of the attempt's time limit,
 * and exactly half if too few calls are known.
 */
export function silentAfterMs({ latency }: TrackedSlot, timeoutMs: number): number {
  const usualMs = latency.percentile95Ms() ?? Number.POSITIVE_INFINITY;
  return Math.min(timeoutMs / 2, Math.max(USUAL_REPLY_MS, 2 * usualMs));
}

/**
 * The time limit of a slot that is followed by another one, in milliseconds: its own limit, but at most half
 * of the remaining time. A probe gets at most half of that, because a question should not lose time if the
 * slot still hangs.
 */
export function timeBeforeNextMs(slot: TrackedSlot, leftMs: number): number {
  const timeoutMs = Math.min(slot.timeoutMs, leftMs / 2);
  if (slot.breaker.state !== 'half-open') return timeoutMs;
  return Math.max(Math.min(USUAL_REPLY_MS, timeoutMs / 2), hedgeDelayMs(slot, timeoutMs));
}
