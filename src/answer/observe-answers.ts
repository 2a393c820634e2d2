import { type Failure, toFailure } from '../core/failure.ts';
import type { Answerer, ObserveAnswer } from '../core/run.ts';

/** Watches each run of an answerer, or of a function that gathers evidence. */
export function observeAnswers(next: Answerer, watchers: readonly ObserveAnswer[]): Answerer {
  return async function* observed(run) {
    const watching = watchers.map((watch) => watch(run));
    let failure: Failure | null = null;
    try {
      for await (const event of next(run)) {
        for (const one of watching) one.see(event);
        yield event;
      }
    } catch (thrown) {
      failure = toFailure(thrown);
      throw thrown;
    } finally {
      // A caller who disconnects is not counted as a failure.
      for (const one of watching) one.end?.(failure?.code === 'cancelled' ? null : failure);
    }
  };
}
