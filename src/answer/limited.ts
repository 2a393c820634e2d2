import { Failure } from '../core/failure.ts';
import type { Answerer } from './events.ts';

/** How long a caller is asked to stay away when every place is taken, in milliseconds. */
const RETRY_AFTER_MS = 1000;

/** The same answerer with at most `maxConcurrent` answers at a time; beyond it a Failure `overloaded`. */
export function limited(answerer: Answerer, maxConcurrent: number): Answerer {
  let running = 0;
  return async function* limitedAnswer(question, signal) {
    if (running >= maxConcurrent)
      throw new Failure('overloaded', 'The service is busy. Try again in a moment.', {
        retryAfterMs: RETRY_AFTER_MS,
      });
    running++;
    try {
      yield* answerer(question, signal);
    } finally {
      running--;
    }
  };
}
