import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 5;
/** More turns of the event loop than any work needs that does not wait for a timer. */
const TURNS = 100;

/** Waits until the condition holds, with the time limit of the test as the only limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(POLL_MS);
}

/**
 * Lets work between sockets of this process finish, unless it waits for a timer. For tests of events that
 * must not have happened: counts turns of the event loop, not milliseconds.
 */
export async function untilSettled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}
