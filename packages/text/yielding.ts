import { setImmediate } from 'node:timers/promises';

/** How long one task may block the event loop before others run, in milliseconds. */
const MAX_HELD_MS = 10;

/** Lets other tasks run if the calling one has long blocked the event loop; else returns at once. */
export type YieldIfDue = () => Promise<void>;

/**
 * Starts to time a task; the task must await the returned function between its steps. As long as each step is
 * bounded in size (one page, one sentence), the event loop is never blocked for long, however many steps
 * there are.
 */
export function createYielding(): YieldIfDue {
  let heldSinceMs = performance.now();
  return async () => {
    if (performance.now() - heldSinceMs < MAX_HELD_MS) return;
    await setImmediate();
    heldSinceMs = performance.now();
  };
}
