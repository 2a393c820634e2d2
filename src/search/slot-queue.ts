import type { SlotResult } from './ask-slot.ts';
import type { FailedReason } from './backend.ts';
import type { WatchedSlot } from './watched-slot.ts';

/** The slots that a search has not asked yet. */
export type SlotQueue = {
  /** The next slot that may be asked, or undefined; suspended slots before it are skipped. */
  next(): WatchedSlot | undefined;
  /**
   * Returns a slot once, for a search that no slot could serve: the skipped slot that failed longest ago.
   * Never a slot that refused Sayso or said how long to wait: limiters count refused calls too, so asking
   * would prolong the wait. A wrongly configured slot is returned only if no slot was asked at all.
   */
  lastResort(): WatchedSlot | undefined;
  /** True if `next` would return a slot. */
  hasNext(): boolean;
  /** The skipped slots, each with its last failure. */
  skipped(): readonly SlotResult[];
};

/** Creates a queue of these slots in order. */
export function createSlotQueue(slots: readonly WatchedSlot[]): SlotQueue {
  const waiting = [...slots];
  const skipped = new Map<WatchedSlot, SlotResult>();
  let isResortTaken = false;
  return {
    next() {
      for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) {
        const outcome = slot.breaker.refusal();
        if (outcome === null) return slot;
        skipped.set(slot, { slot, status: 'skipped', outcome, tookMs: 0 });
      }
      return undefined;
    },
    lastResort() {
      if (isResortTaken) return undefined;
      isResortTaken = true;
      const mayBeFixed = skipped.size === slots.length;
      const candidates = [...skipped.values()].filter((asked) => mayBeAsked(asked, mayBeFixed));
      const lastResort = leastRecentlyFailed(candidates.map(({ slot }) => slot));
      if (lastResort !== undefined) skipped.delete(lastResort);
      return lastResort;
    },
    hasNext: () => waiting.some(({ breaker }) => breaker.refusal() === null),
    skipped: () => [...skipped.values()],
  };
}

/** Causes that may no longer apply. */
const PASSING: ReadonlySet<FailedReason> = new Set(['timeout', 'network', 'protocol', 'upstream']);

function mayBeAsked({ slot, outcome }: SlotResult, mayBeFixed: boolean): boolean {
  if (outcome.status !== 'failed' || slot.breaker.openedBy?.retryAfterMs !== undefined) return false;
  return PASSING.has(outcome.reason) || (mayBeFixed && outcome.reason === 'configuration');
}

function leastRecentlyFailed(slots: readonly WatchedSlot[]): WatchedSlot | undefined {
  return slots.toSorted((a, b) => a.breaker.failedAtMs - b.breaker.failedAtMs)[0];
}
