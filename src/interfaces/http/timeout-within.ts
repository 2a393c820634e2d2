import { timeShareMs } from '../../core/budget.ts';

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
