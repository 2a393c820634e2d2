import { setImmediate } from 'node:timers/promises';
import { findInstant } from './find-instant.ts';

/** One question for each kind that needs tables: number words, units, dates, times of day and numerals. */
export const WARMING_QUESTIONS: readonly string[] = [
  '2 + 3',
  'seven plus eight',
  '5 km in miles',
  'days until 24 December 2000',
  'what time is it in Tokyo',
  '1994 in roman numerals',
];

/**
 * Makes the tables that instant answers need, so that the first answer is as quick as the later ones. Each
 * question has its own turn of the event loop, so that requests are answered in between.
 */
export async function warmUpInstant(signal: AbortSignal): Promise<void> {
  for (const question of WARMING_QUESTIONS) {
    await setImmediate();
    if (signal.aborted) return;
    findInstant(question, { nowMs: 0 });
  }
}
