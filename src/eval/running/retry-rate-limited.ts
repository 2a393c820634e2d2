import { remainingMs, sleep } from '../../core/deadline.ts';
import { type Failure, toFailure } from '../../core/failure.ts';

/** How often a call is made, if its server has no room. */
const MAX_ATTEMPTS = 8;
/** The first wait if the server names none; each further one is twice as long. */
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 600_000;

/** A call of a server that may have no room. */
type RetriedCall<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>;

/**
 * Makes calls wait for rate limits: when a server asks one of them to wait, all of them wait. Throws the
 * Failure of a call that fails in any other way, or too often.
 * @param onWait gets the length of each wait, in milliseconds
 */
export function retryRateLimited<Input, Output>(
  call: RetriedCall<Input, Output>,
  onWait: (waitMs: number) => void,
): RetriedCall<Input, Output> {
  let closedUntilMs = 0;
  return async (input, signal) => {
    for (let attempt = 1; ; attempt++) {
      while (remainingMs(closedUntilMs) > 0) await sleep(remainingMs(closedUntilMs), signal);
      try {
        return await call(input, signal);
      } catch (error) {
        const failure = toFailure(error);
        const waitMs = attempt < MAX_ATTEMPTS ? waitFor(failure, attempt) : null;
        if (waitMs === null || signal.aborted) throw failure;
        closedUntilMs = Math.max(closedUntilMs, performance.now() + waitMs);
        onWait(waitMs);
      }
    }
  };
}

/** How long to wait for a server that has no room now, or names a time to wait; null for another failure. */
function waitFor({ code, retryAfterMs, cause }: Failure, attempt: number): number | null {
  const isBusy = code === 'rate-limited' || code === 'overloaded' || /\b429\b/.test(String(cause));
  if (retryAfterMs === undefined && !isBusy) return null;
  return Math.min(MAX_WAIT_MS, retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1));
}
