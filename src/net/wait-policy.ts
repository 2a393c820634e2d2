import { parseRetryAfterMs } from './retry-after.ts';

// Every decision about how long to wait after an upstream has refused or failed, search and model alike. What counts as
// which kind of failure is decided beside the upstream: `search/breaker-policy.ts`, `write/model/retry.ts`.

/** For how long a slot is not asked, and after how many failures in a row. */
export type Rest = {
  readonly strikes: number;
  /** After the first break, in milliseconds; doubled with every attempt that failed again. */
  readonly restMs: number;
  /** The longest it grows to, in milliseconds. */
  readonly longestMs: number;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Longer waits are most likely a mistake of the upstream. */
const LONGEST_READ_MS = 24 * HOUR_MS;
/** The longest window of the usual limiters is an hour; an upstream that asks for more is tried again after it. */
const LONGEST_REST_MS = HOUR_MS;
/** "0", or a date that is past by our clock, does not mean that every question may ask. */
const SHORTEST_REST_MS = SECOND_MS;
/** A second try while somebody waits for the answer: not at once, and not after longer than a reader accepts. */
const SECOND_TRY_MS = { shortest: 250, longest: SECOND_MS } as const;

/** The rest by the kind of failure, where the upstream does not say how long. */
export const rests = {
  /** What passes by itself: soon again, but one slow or cut reply proves nothing. */
  passing: { strikes: 3, restMs: 2 * SECOND_MS, longestMs: MINUTE_MS },
  /** A limit or a block, such as 429: only time helps, and asking makes it worse. */
  refused: { strikes: 1, restMs: 5 * MINUTE_MS, longestMs: 5 * MINUTE_MS },
  /** What the operator has to correct. */
  lasting: { strikes: 1, restMs: 10 * MINUTE_MS, longestMs: 10 * MINUTE_MS },
} as const satisfies Readonly<Record<string, Rest>>;

/**
 * The wait that a reply asks for, in milliseconds from 0 to a day: `retry-after-ms` (OpenAI) or `Retry-After`. Undefined
 * where it asks for none. `headers` have names in lower case.
 */
export function askedWaitMs(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  const inMs = Number(headers['retry-after-ms'] ?? Number.NaN);
  const waitMs = inMs >= 0 ? inMs : parseRetryAfterMs(headers['retry-after']);
  return waitMs === undefined ? undefined : Math.min(waitMs, LONGEST_READ_MS);
}

/** The usual rest, or the one that the upstream asked for, which counts at once: from a second up to an hour. */
export function restFor(usual: Rest, askedMs: number | undefined): Rest {
  if (askedMs === undefined) return usual;
  const restMs = Math.min(Math.max(askedMs, SHORTEST_REST_MS), LONGEST_REST_MS);
  return { strikes: 1, restMs, longestMs: restMs };
}

/** When to try once more within the same answer, in milliseconds; undefined where the upstream asks for too long a wait. */
export function secondTryDelayMs(askedMs: number | undefined): number | undefined {
  const delayMs = Math.max(SECOND_TRY_MS.shortest, askedMs ?? 0);
  return delayMs <= SECOND_TRY_MS.longest ? delayMs : undefined;
}
