import type { Asked } from './ask-slot.ts';
import type { FailedReason } from './backend.ts';
import type { WatchedSlot } from './watched-slot.ts';

/** The slots that one search has yet to ask. */
export type SlotQueue = {
  /** The next slot worth asking, or undefined; those before it are skipped. */
  next(): WatchedSlot | undefined;
  /**
   * Once, for a search that no slot could serve: of the skipped slots, the one that failed least recently. Never one that
   * refused us or said how long to wait: limiters count refused calls too, so that asking would lengthen the wait. One with
   * a wrong configuration only where no slot was asked at all.
   */
  lastResort(): WatchedSlot | undefined;
  /** True when `next` would find a slot whose breaker lets it be asked. */
  hasNext(): boolean;
  /** The slots that were passed over, each with its last failure. */
  skipped(): readonly Asked[];
};

/** A queue of these slots in their order. */
export function createSlotQueue(slots: readonly WatchedSlot[]): SlotQueue {
  const waiting = [...slots];
  const skipped = new Map<WatchedSlot, Asked>();
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

/** Causes that may be over by now. */
const PASSING: ReadonlySet<FailedReason> = new Set(['timeout', 'network', 'protocol', 'upstream']);

function mayBeAsked({ slot, outcome }: Asked, mayBeFixed: boolean): boolean {
  if (outcome.status !== 'failed' || slot.breaker.openedBy?.retryAfterMs !== undefined) return false;
  return PASSING.has(outcome.reason) || (mayBeFixed && outcome.reason === 'configuration');
}

function leastRecentlyFailed(slots: readonly WatchedSlot[]): WatchedSlot | undefined {
  return slots.toSorted((a, b) => a.breaker.failedAtMs - b.breaker.failedAtMs)[0];
}
