/**
 * The wait in a Retry-After field (RFC 9110, 10.2.3), in milliseconds and never below 0. Takes seconds,
 * fractions of seconds or a date; undefined if there is none or it cannot be read.
 */
export function parseRetryAfterMs(field: string | undefined): number | undefined {
  const value = field?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : toDateMs(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/**
 * Dates in this field begin with the name of a day. V8 would accept many other strings, such as `-5` as a day
 * in 2001.
 */
function toDateMs(value: string): number {
  return /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
}
