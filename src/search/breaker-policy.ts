import type { FailedOutcome, FailedReason } from './backend.ts';

/** How long a slot is left alone, and after how many failures in a row. */
export type Rest = {
  readonly strikes: number;
  /** After the first break, in milliseconds; doubled with every attempt that failed again. */
  readonly restMs: number;
  /** The longest it grows to, in milliseconds. */
  readonly longestMs: number;
};

const MINUTE_MS = 60_000;
/** An hour is the window of the limiter that counts longest; whoever asks for more is tried again after it. */
const LONGEST_ASKED_MS = 60 * MINUTE_MS;
/** "0", or a date that is past by our clock, is no leave to be asked with every question. */
const SHORTEST_ASKED_MS = 1000;

/** What passes by itself: soon again, but one slow or cut reply proves nothing. */
const PASSING: Rest = { strikes: 3, restMs: 2000, longestMs: MINUTE_MS };
/** What only time mends, and asking makes worse. */
const UNWELCOME: Rest = { strikes: 1, restMs: 5 * MINUTE_MS, longestMs: 5 * MINUTE_MS };
/** What the operator has to mend. */
const LASTING: Rest = { strikes: 1, restMs: 10 * MINUTE_MS, longestMs: 10 * MINUTE_MS };

/** Null for what says nothing about the slot: a parameter it does not take is ours to mend. */
const RESTS: Readonly<Record<FailedReason, Rest | null>> = {
  configuration: LASTING,
  rate: UNWELCOME,
  blocked: UNWELCOME,
  timeout: PASSING,
  network: PASSING,
  protocol: PASSING,
  upstream: PASSING,
  'bad-parameter': null,
};

/** The rest after a failure; a slot that says itself how long (Retry-After) is believed at once, from a second up to an hour. */
export function restAfter({ reason, retryAfterMs }: FailedOutcome): Rest | null {
  const rest = RESTS[reason];
  if (rest === null || retryAfterMs === undefined) return rest;
  const askedMs = Math.min(Math.max(retryAfterMs, SHORTEST_ASKED_MS), LONGEST_ASKED_MS);
  return { strikes: 1, restMs: askedMs, longestMs: askedMs };
}
