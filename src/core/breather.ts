import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may hold the event loop before others get their turn, in milliseconds. */
const MAX_HELD_MS = 10;

/** Lets others run, if the work that awaits it has held the event loop for long enough; else returns at once. */
export type Breather = () => Promise<void>;

/**
 * Starts the clock of one piece of work that awaits the returned function between its steps. Steps that are bounded in
 * size (one page, one sentence) then never hold the event loop for long, however many of them there are.
 */
export function createBreather(): Breather {
  let heldSinceMs = performance.now();
  return async () => {
    if (performance.now() - heldSinceMs < MAX_HELD_MS) return;
    await setImmediate();
    heldSinceMs = performance.now();
  };
}
