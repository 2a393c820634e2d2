import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { findInstant } from './find-instant.ts';

/** One question for each kind that needs tables: units, dates and times of day. */
export const WARMING_QUESTIONS: readonly string[] = [
  '2 + 3',
  '5 km in miles',
  'days until 24 December 2000',
  'what time is it in Tokyo',
];

/**
 * After a delay in milliseconds, makes the tables that instant answers need. Each question has its own turn
 * of the event loop, so that requests are answered in between. Neither the delay nor the tables keep the
 * process alive.
 */
export async function warmUpInstant(delayMs: number, signal: AbortSignal): Promise<void> {
  await pause(delayMs, undefined, { ref: false, signal }).catch(() => undefined);
  for (const question of WARMING_QUESTIONS) {
    await setImmediate();
    if (signal.aborted) return;
    findInstant(question, { nowMs: 0 });
  }
}
