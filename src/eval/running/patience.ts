import { remainingMs, sleep } from '../../core/deadline.ts';
import { type Failure, toFailure } from '../../core/failure.ts';
import type { AskOne, EvalReply } from '../asking/eval-reply.ts';
import type { EvalQuestion } from '../sets/eval-question.ts';

/** How often a question is asked again, if a server has no room. */
const MAX_ATTEMPTS = 8;
/** The first wait if the server names none; each further one is twice as long. */
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 600_000;

/**
 * Makes questions wait for rate limits: when a server asks one of them to wait, all of them wait. A question
 * that fails in any other way, or too often, has its failure as the reply.
 * @param onWait is told the length of each wait, in milliseconds
 */
export function withPatience(ask: AskOne, onWait: (waitMs: number) => void): AskOne {
  let closedUntilMs = 0;
  return async (question: EvalQuestion, signal: AbortSignal): Promise<EvalReply> => {
    for (let attempt = 1; ; attempt++) {
      while (remainingMs(closedUntilMs) > 0) await sleep(remainingMs(closedUntilMs), signal);
      const startedAtMs = performance.now();
      try {
        return await ask(question, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = toFailure(error);
        if (failure.code === 'unauthorized' || failure.code === 'misconfigured') throw failure;
        const waitMs = attempt < MAX_ATTEMPTS ? waitFor(failure, attempt) : null;
        if (waitMs === null) return toFailed(failure, performance.now() - startedAtMs);
        closedUntilMs = Math.max(closedUntilMs, performance.now() + waitMs);
        onWait(waitMs);
      }
    }
  };
}

/** How long to wait for a server that has no room now; null for another failure. */
function waitFor({ code, retryAfterMs, cause }: Failure, attempt: number): number | null {
  const isBusy = code === 'rate-limited' || code === 'overloaded' || /\b429\b/.test(String(cause));
  if (retryAfterMs === undefined && !isBusy) return null;
  return Math.min(MAX_WAIT_MS, retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1));
}

function toFailed({ message }: Failure, totalMs: number): EvalReply {
  const nothing = { text: '', language: 'und', model: '', retrieval: null, citations: null };
  return { ...nothing, failure: message, calls: null, tokens: null, firstMs: null, totalMs };
}
