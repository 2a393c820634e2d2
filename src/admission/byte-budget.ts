import type { Caller } from '../core/run.ts';

/** A memory budget that several callers share. */
type ByteBudget = {
  /** Reserves this many bytes; returns false, and reserves nothing, if fewer are free for the caller. */
  take(bytes: number, caller: Caller): boolean;
  /** Returns reserved bytes to the budget. */
  giveBack(bytes: number, caller: Caller): void;
};

/** How much more than what is free for others one caller may hold. */
const CALLER_WEIGHT = 3;

type Held = { bytes: number; readonly requests: Map<Caller, number> };

/**
 * A shared budget of `maxBytes`. There is no queue: if a task gets no memory, it must do without. So that a
 * caller who takes all it can leaves enough for the next, what one may hold depends on what is free (dynamic
 * thresholds, Choudhury and Hahne 1998): a caller at most three times as much as would be left for all
 * others, and a request at most as much as would be left for its caller. Alone, a caller gets three quarters.
 */
export function createByteBudget(maxBytes: number): ByteBudget {
  const callers = new Map<string, Held>();
  let freeBytes = maxBytes;
  return {
    take(bytes, caller) {
      const use = callers.get(caller.name) ?? { bytes: 0, requests: new Map() };
      const mine = (use.requests.get(caller) ?? 0) + bytes;
      const leftForCaller = CALLER_WEIGHT * (freeBytes - bytes) - (use.bytes + bytes);
      if (bytes > freeBytes || mine > leftForCaller) return false;
      freeBytes -= bytes;
      use.bytes += bytes;
      use.requests.set(caller, mine);
      callers.set(caller.name, use);
      return true;
    },
    giveBack(bytes, caller) {
      freeBytes += bytes;
      const use = callers.get(caller.name);
      if (use === undefined) return;
      use.bytes -= bytes;
      const mine = (use.requests.get(caller) ?? 0) - bytes;
      if (mine > 0) use.requests.set(caller, mine);
      else use.requests.delete(caller);
      if (use.requests.size === 0) callers.delete(caller.name);
    },
  };
}

/** The memory that one fetch holds; after its release, no more can be reserved. */
export function createReservation(budget: ByteBudget, caller: Caller) {
  let heldBytes = 0;
  let isReleased = false;
  return {
    reserve(bytes: number): boolean {
      // A body that still arrives after the fetch has ended must not reserve memory, because nobody would
      // release it.
      const isReserved = !isReleased && budget.take(bytes, caller);
      if (isReserved) heldBytes += bytes;
      return isReserved;
    },
    release() {
      isReleased = true;
      budget.giveBack(heldBytes, caller);
    },
  };
}
