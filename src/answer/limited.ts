import { Failure } from '../core/failure.ts';
import type { Answerer } from './events.ts';
import type { Places } from './places.ts';

/** How long a caller is asked to stay away from a process that is short of time or memory, in milliseconds. */
const RETRY_AFTER_MS = 5000;
/** The share of a question's time that may go into waiting for a place, so that enough is left to answer it. */
const WAIT_SHARE = 0.4;

/**
 * The same answerer with as many answers at a time as there are places. Beyond it, and while `isStrained`, it throws a
 * Failure `overloaded`; answers that have begun go on. The wait for a place is part of the time that a question has.
 */
export function limited(answerer: Answerer, places: Places, isStrained: () => boolean): Answerer {
  return async function* limitedAnswer(question, signal) {
    if (isStrained())
      throw new Failure('overloaded', 'The service has more work than it can hold. Try again in a while.', {
        retryAfterMs: RETRY_AFTER_MS,
      });
    const startedAtMs = performance.now();
    const giveBack = await places.take(question.deadlineMs * WAIT_SHARE, signal);
    try {
      const waitedMs = performance.now() - startedAtMs;
      yield* answerer({ ...question, deadlineMs: question.deadlineMs - waitedMs }, signal);
    } finally {
      giveBack();
    }
  };
}
