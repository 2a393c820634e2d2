import { timeShareMs } from '../../core/budget.ts';

/** The part of a list in a header that is read, in characters; browsers send about 200 at most. */
const MAX_CHARS = 1024;

/**
 * A header field that contains a list, cut off after the last complete item within the limit: parsers of such
 * lists take more time than their length suggests, and some lists are read before the key is checked.
 */
export function boundedField(field: string): string {
  if (field.length <= MAX_CHARS) return field;
  return field.slice(0, Math.max(0, field.lastIndexOf(',', MAX_CHARS)));
}

/** The maximum supported wait, in seconds; a longer one is ignored. */
const MAX_SECONDS = 86_400;
/** One preference: everything up to a comma outside quotation marks (RFC 7240, 2). */
const PREFERENCE = /(?:[^",]|"(?:[^"\\]|\\.)*")+/g;
const WAIT = /^\s*wait\s*=\s*(?:(\d{1,9})|"(\d{1,9})")\s*(?:;|$)/i;

/**
 * How long a caller is willing to wait, in seconds, from the `wait` preference (RFC 7240, 4.3); null if there
 * is no valid one, because a preference is never an error. The first valid preference counts (RFC 7240, 2).
 */
export function preferredWaitSeconds(prefer: string | undefined): number | null {
  for (const [preference] of boundedField(prefer ?? '').matchAll(PREFERENCE)) {
    const wait = WAIT.exec(preference);
    const seconds = Number(wait?.[1] ?? wait?.[2] ?? 0);
    if (wait !== null) return seconds > 0 && seconds <= MAX_SECONDS ? seconds : null;
  }
  return null;
}

/**
 * The time for an answer whose caller waits this long, in milliseconds: at most `maxMs`, and less than the
 * wait, because sending the reply takes a part of it. A caller that does not say how long it waits gets
 * `maxMs`.
 */
export function timeoutWithin(waitSeconds: number | null | undefined, maxMs: number): number {
  if (waitSeconds === null || waitSeconds === undefined) return maxMs;
  const waitMs = waitSeconds * 1000;
  return Math.min(maxMs, waitMs - timeShareMs('wayOut', waitMs));
}
