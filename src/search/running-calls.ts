import { type Asked, type Asking, askSlot } from './ask-slot.ts';
import type { SearchQuery } from './backend.ts';
import { firstToEnd, type Watched } from './first-to-end.ts';
import type { WatchedSlot } from './watched-slot.ts';

/** The calls that one search has under way. */
export type RunningCalls = {
  /** The call that was started last, of those that still run. */
  newest(): Asking | undefined;
  start(slot: WatchedSlot, timeoutMs: number): void;
  /**
   * Looks out for something in the newest call, until the next is started: that it has had the time its slot usually takes
   * (`slow`) or a point in time by `performance.now()`; or, of one found slow, that its slot is left alone.
   */
  watchNewest(until: number | 'slow' | 'left alone'): void;
  /**
   * The next call that ends, or null when what is looked out for comes first. With `isWatching` false nothing is looked
   * out for. Rejects when the caller leaves.
   */
  next(isWatching: boolean): Promise<Asked | null>;
  isSlow(asking: Asking): boolean;
  /** Ends a call that is of no use any more. */
  leave(asking: Asking): Asked;
  /** Ends all, for there are results: the slow ones were overtaken, of the others there is nothing to be learnt. */
  endAll(): readonly Asked[];
};

/** No call yet. */
export function createRunningCalls(query: SearchQuery, signal: AbortSignal): RunningCalls {
  /** In the order in which they were started. */
  let running: readonly Asking[] = [];
  let watched: Watched | null = null;
  /** Timers fire a little early, so that the clock alone would say of some that they are not. */
  const slow = new Set<Asking>();
  const isSlow = (asking: Asking) => slow.has(asking) || performance.now() >= asking.slowAtMs;
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
