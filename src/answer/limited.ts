import { Failure } from '../core/failure.ts';
import type { Answerer } from './events.ts';
import type { Places } from './places.ts';

/** How long a caller is asked to stay away from a process that is short of time or memory, in milliseconds. */
const RETRY_AFTER_MS = 5000;

/**
 * The same answerer with as many answers at a time as there are places. Beyond it, and while `isStrained`, it throws a
 * Failure `overloaded`; answers that have begun go on.
 */
export function limited(answerer: Answerer, places: Places, isStrained: () => boolean): Answerer {
  return async function* limitedAnswer(question, signal) {
    if (isStrained())
      throw new Failure('overloaded', 'The service has more work than it can hold. Try again in a while.', {
        retryAfterMs: RETRY_AFTER_MS,
      });
    const giveBack = await places.take(signal);
    try {
      yield* answerer(question, signal);
    } finally {
      giveBack();
    }
  };
}
