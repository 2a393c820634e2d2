/**
 * Milliseconds to wait from a Retry-After field (RFC 9110, 10.2.3: seconds or a date; some send fractions of seconds),
 * never below 0; undefined when there is none or it cannot be read.
 */
export function parseRetryAfterMs(field: string | undefined): number | undefined {
  const value = field?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : toDateMs(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/** Such a date begins with the name of a day. V8 takes much else for one, `-5` for a day in 2001. */
function toDateMs(value: string): number {
  return /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
}
