import { askSlot, type SlotCall, type SlotResult } from './ask-slot.ts';
import type { SearchQuery } from './backend.ts';
import { firstToEnd, type Watched } from './first-to-end.ts';
import type { WatchedSlot } from './watched-slot.ts';

/** The attempts of one search that are in progress. */
export type RunningCalls = {
  /** The newest attempt that still runs. */
  newest(): SlotCall | undefined;
  start(slot: WatchedSlot, timeoutMs: number): void;
  /**
   * Watches the newest attempt, until the next one is started, for one of three events: it has taken as long
   * as its slot usually takes (`slow`), a point in time by `performance.now()` has passed, or, if it is slow
   * already, its slot is suspended.
   */
  watchNewest(until: number | 'slow' | 'left alone'): void;
  /**
   * Returns the next attempt that ends, or null if the watched event comes first. If `isWatching` is false,
   * nothing is watched. Rejects when the caller leaves.
   */
  next(isWatching: boolean): Promise<SlotResult | null>;
  isSlow(asking: SlotCall): boolean;
  /** Ends an attempt whose result is no longer needed. */
  leave(asking: SlotCall): SlotResult;
  /** Ends all attempts because there are results: slow ones count as overtaken, the others do not count. */
  endAll(): readonly SlotResult[];
};

/** Starts out without attempts. */
export function createRunningCalls(query: SearchQuery, signal: AbortSignal): RunningCalls {
  /** In the order in which they were started. */
  let running: readonly SlotCall[] = [];
  let watched: Watched | null = null;
  /** Timers fire slightly early, so by the clock alone some slow attempts would not count as slow yet. */
  const slow = new Set<SlotCall>();
  const isSlow = (asking: SlotCall) => slow.has(asking) || performance.now() >= asking.slowAtMs;
  return {
    newest: () => running.at(-1),
    start(slot, timeoutMs) {
      running = [...running, askSlot(slot, query, timeoutMs, signal)];
      watched = null;
    },
    watchNewest(until) {
      const asking = running.at(-1);
      if (asking === undefined) return;
      if (until === 'left alone') slow.add(asking);
      watched = { asking, until: until === 'slow' ? asking.slowAtMs : until };
    },
    async next(isWatching) {
      const asked = await firstToEnd(running, isWatching ? watched : null);
      if (asked !== null) running = running.filter(({ slot }) => slot !== asked.slot);
      return asked;
    },
    isSlow,
    leave(asking) {
      running = running.filter((other) => other !== asking);
      return asking.leave();
    },
    endAll: () => running.map((asking) => (isSlow(asking) ? asking.overtake() : asking.leave())),
  };
}
