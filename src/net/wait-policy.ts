// All decisions on how long to wait after an upstream has refused or failed, for search and for models.
// `search/breaker.ts` and `models/model-failure.ts` classify the failures.

/** How long a slot is suspended, and after how many failures in a row. */
export type Rest = {
  readonly strikes: number;
  /** The wait after the first suspension, in milliseconds; doubled after each further failed attempt. */
  readonly restMs: number;
  /** The upper limit, in milliseconds. */
  readonly longestMs: number;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** An upstream that asks for a longer wait has most likely made a mistake. */
const LONGEST_READ_MS = 24 * HOUR_MS;
/**
 * Common limiters use windows of up to an hour. An upstream that asks for more is tried again after an hour.
 */
const LONGEST_REST_MS = HOUR_MS;
/** A wait of "0", or a date in the past, must not lead to a call for every question. */
const SHORTEST_REST_MS = SECOND_MS;
/**
 * Limits for the wait before a second attempt within the same answer: not at once, and not longer than a
 * reader accepts.
 */
const SECOND_TRY_MS = { shortest: 250, longest: SECOND_MS } as const;

/** The wait by kind of failure, if the upstream does not state one. */
export const rests = {
  /**
   * Failures that pass by themselves. The slot is tried again soon. It is suspended only after several such
   * failures, because one slow or incomplete reply proves nothing.
   */
  passing: { strikes: 3, restMs: 2 * SECOND_MS, longestMs: MINUTE_MS },
  /** A limit or a block, such as status 429: only waiting helps, and more calls make it worse. */
  refused: { strikes: 1, restMs: 5 * MINUTE_MS, longestMs: 5 * MINUTE_MS },
  /** A failure that only the operator can fix. */
  lasting: { strikes: 1, restMs: 10 * MINUTE_MS, longestMs: 10 * MINUTE_MS },
} as const satisfies Readonly<Record<string, Rest>>;

/**
 * The wait that a reply asks for, in milliseconds from 0 to a day, from `retry-after-ms` (OpenAI) or
 * `Retry-After`. Undefined if it asks for none. `headers` have names in lower case.
 */
export function readRetryAfterMs(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  const inMs = Number(headers['retry-after-ms'] ?? Number.NaN);
  const waitMs = inMs >= 0 ? inMs : parseRetryAfterMs(headers['retry-after']);
  return waitMs === undefined ? undefined : Math.min(waitMs, LONGEST_READ_MS);
}

/**
 * The usual wait, or the wait that the upstream requested, limited to between a second and an hour. The
 * upstream's wait applies after the first failure.
 */
export function restFor(usual: Rest, requestedMs: number | undefined): Rest {
  if (requestedMs === undefined) return usual;
  const restMs = Math.min(Math.max(requestedMs, SHORTEST_REST_MS), LONGEST_REST_MS);
  return { strikes: 1, restMs, longestMs: restMs };
}

/**
 * When to try again within the same answer, in milliseconds; undefined if the upstream asks for too long a
 * wait.
 */
export function secondTryDelayMs(requestedMs: number | undefined): number | undefined {
  const delayMs = Math.max(SECOND_TRY_MS.shortest, requestedMs ?? SECOND_TRY_MS.shortest);
  return delayMs <= SECOND_TRY_MS.longest ? delayMs : undefined;
}

/**
 * The wait in a Retry-After field (RFC 9110, 10.2.3), in milliseconds and never below 0. The field has
 * seconds, fractions of seconds or a date; undefined if it is absent or cannot be read.
 */
export function parseRetryAfterMs(field: string | undefined): number | undefined {
  const value = field?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : toDateMs(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/**
 * Dates in this field begin with the name of a day. V8 would accept many other strings: for example, it reads
 * `-5` as a day in 2001.
 */
function toDateMs(value: string): number {
  return /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
}
