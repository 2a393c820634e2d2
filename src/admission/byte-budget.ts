import type { Party } from '../core/party.ts';

/** A memory budget that several callers share. */
export type ByteBudget = {
  /** Reserves this many bytes; returns false, and reserves nothing, when fewer are left for this party. */
  take(bytes: number, party: Party): boolean;
  /** Returns reserved bytes to the budget. */
  giveBack(bytes: number, party: Party): void;
};

/** How much more than what is left for others one caller may hold. */
const CALLER_WEIGHT = 3;

type Held = { bytes: number; readonly requests: Map<object, number> };

/**
 * A shared budget of `maxBytes`. There is no queue: if a task gets no memory, it must do without. So that a
 * caller who takes all it can leaves enough for the next, what one may hold depends on what is left (dynamic
 * thresholds, Choudhury and Hahne 1998): a caller at most three times as much as would be left for all
 * others, and a request at most as much as would be left for its caller. Alone, a caller gets three quarters.
 */
export function createByteBudget(maxBytes: number): ByteBudget {
  const callers = new Map<string, Held>();
  let left = maxBytes;
  return {
    take(bytes, { caller, request }) {
      const held = callers.get(caller) ?? { bytes: 0, requests: new Map() };
      const mine = (held.requests.get(request) ?? 0) + bytes;
      const leftForCaller = CALLER_WEIGHT * (left - bytes) - (held.bytes + bytes);
      if (bytes > left || mine > leftForCaller) return false;
      left -= bytes;
      held.bytes += bytes;
      held.requests.set(request, mine);
      callers.set(caller, held);
      return true;
    },
    giveBack(bytes, { caller, request }) {
      left += bytes;
      const held = callers.get(caller);
      if (held === undefined) return;
      held.bytes -= bytes;
      const mine = (held.requests.get(request) ?? 0) - bytes;
      if (mine > 0) held.requests.set(request, mine);
      else held.requests.delete(request);
      if (held.requests.size === 0) callers.delete(caller);
    },
  };
}
