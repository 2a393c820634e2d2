/** Longest wait that is understood, in seconds; more is as good as none. */
const MAX_SECONDS = 86_400;
const WAIT = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])/i;

/**
 * How long a caller is willing to wait, in seconds, by the `wait` preference (RFC 7240, 4.3); null where the field is absent or
 * holds none that can be understood, since a preference is never an error. The first one counts (RFC 7240, 2).
 */
export function preferredWaitSeconds(prefer: string | undefined): number | null {
  const seconds = Number(WAIT.exec(prefer ?? '')?.[1] ?? 0);
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : null;
}
