/** An upstream that states a longer wait has most likely made a mistake. */
const MAX_STATED_WAIT_MS = 24 * 3_600_000;

/** The wait that a reply asks for (`retry-after-ms`, `Retry-After`), in milliseconds; or undefined. */
export function readRetryAfterMs(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  const inMs = Number(headers['retry-after-ms'] || Number.NaN);
  const waitMs = inMs >= 0 ? inMs : parseRetryAfterMs(headers['retry-after']);
  return waitMs === undefined ? undefined : Math.min(waitMs, MAX_STATED_WAIT_MS);
}

/** The wait in a Retry-After field (RFC 9110, 10.2.3), in milliseconds; undefined if unreadable. */
export function parseRetryAfterMs(field: string | undefined): number | undefined {
  const value = field?.trim() ?? '';
  const waitMs = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : toDateMs(value) - Date.now();
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}

/** Dates here begin with the name of a day. V8 accepts much more: `-5` is a day in 2001. */
function toDateMs(value: string): number {
  return /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
}
