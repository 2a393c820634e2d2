import type { Answerer } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { timeShareMs } from './budget.ts';
import type { Places } from './places.ts';

/** How long a caller is asked to wait if the process is short of time or memory, in milliseconds. */
const RETRY_AFTER_MS = 5000;

/**
 * The same answerer, with at most as many concurrent answers as there are places. Beyond that, and while
 * `isStrained`, it throws a Failure `overloaded`; running answers continue. The wait for a place counts
 * towards the question's time.
 */
export function limited(answerer: Answerer, places: Places, isStrained: () => boolean): Answerer {
  return async function* limitedAnswer(question, signal) {
    if (isStrained())
      throw new Failure('overloaded', 'The service is overloaded. Try again in a moment.', {
        retryAfterMs: RETRY_AFTER_MS,
      });
    const startedAtMs = performance.now();
    const giveBack = await places.take(timeShareMs('place', question.deadlineMs), signal);
    try {
      const waitedMs = performance.now() - startedAtMs;
      yield* answerer({ ...question, deadlineMs: question.deadlineMs - waitedMs }, signal);
    } finally {
      giveBack();
    }
  };
}
