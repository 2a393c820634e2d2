import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 5;
/** More turns of the event loop than anything needs that waits for no timer. */
const TURNS = 100;

/** Waits until it is so, however long that takes: the time limit of the test ends a wait in vain. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(POLL_MS);
}

/**
 * Lets what is under way between sockets of this process finish, as far as it waits for no timer. For a test that says what has
 * not happened: turns of the event loop are counted, not milliseconds.
 */
export async function untilSettled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}
