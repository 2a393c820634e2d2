import type { Asked } from './ask-slot.ts';
import type { WatchedSlot } from './watched-slot.ts';

/** The slots that one search has yet to ask. */
export type SlotQueue = {
  /** The next slot worth asking, or undefined; those before it are skipped. When all are skipped, the last resort. */
  next(): WatchedSlot | undefined;
  /** True when `next` would find a slot whose breaker lets it be asked. */
  hasNext(): boolean;
  /** The slots that were passed over, each with its last failure. */
  skipped(): readonly Asked[];
};

/** A queue of these slots in their order. */
export function createSlotQueue(slots: readonly WatchedSlot[]): SlotQueue {
  const waiting = [...slots];
  const skipped = new Map<WatchedSlot, Asked>();
  return {
    next() {
      for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) {
        const outcome = slot.breaker.refusal();
        if (outcome === null) return slot;
        skipped.set(slot, { slot, status: 'skipped', outcome, tookMs: 0 });
      }
      if (skipped.size < slots.length) return undefined;
      const lastResort = leastRecentlyFailed(slots);
      if (lastResort !== undefined) skipped.delete(lastResort);
      return lastResort;
    },
    hasNext: () => waiting.some(({ breaker }) => breaker.refusal() === null),
    skipped: () => [...skipped.values()],
  };
}

function leastRecentlyFailed(slots: readonly WatchedSlot[]): WatchedSlot | undefined {
  return slots.toSorted((a, b) => a.breaker.failedAtMs - b.breaker.failedAtMs)[0];
}
