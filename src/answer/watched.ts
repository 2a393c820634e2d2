import type { WatchAnswer } from '../core/events.ts';
import { type Failure, toFailure } from '../core/failure.ts';
import { mapped } from '../core/mapped.ts';
import type { Work } from './places.ts';

/** The same work, each run of which is watched: an answerer, or what gathers evidence. */
export function watched<Result>(work: Work<Result>, ...watchers: readonly WatchAnswer[]): Work<Result> {
  return async function* watchedWork(question, signal) {
    const watching = watchers.map((watch) => watch(question));
    let failure: Failure | null = null;
    try {
      return yield* mapped(work(question, signal), (event) => {
        for (const each of watching) each.see(event);
        return event;
      });
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
