import type { Answerer, WatchAnswer } from '../core/events.ts';
import { type Failure, toFailure } from '../core/failure.ts';

/** The same answerer, each answer of which is watched. */
export function watched(answerer: Answerer, ...watchers: readonly WatchAnswer[]): Answerer {
  return async function* watchedAnswer(question, signal) {
    const watching = watchers.map((watch) => watch(question));
    let failure: Failure | null = null;
    try {
      for await (const event of answerer(question, signal)) {
        for (const each of watching) each.see(event);
        yield event;
      }
    } catch (error) {
      const thrown = toFailure(error);
      // A caller who disconnects is not counted as a failure.
      failure = thrown.code === 'cancelled' ? null : thrown;
      throw error;
    } finally {
      for (const each of watching) each.end(failure);
    }
  };
}
