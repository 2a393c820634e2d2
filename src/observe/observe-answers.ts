import type { Work } from '../admission/admission.ts';
import type { ObserveAnswer } from '../core/events.ts';
import { toFailure } from '../core/failure.ts';
import { mapped } from '../core/mapped.ts';

/** Watches each run of some work: of an answerer, or of a function that gathers evidence. */
export function observeAnswers<Result>(
  work: Work<Result>,
  ...watchers: readonly ObserveAnswer[]
): Work<Result> {
  return (question, signal, endEarly) => {
    const watching = watchers.map((watch) => watch(question));
    return mapped(
      work(question, signal, endEarly),
      (event) => {
        for (const each of watching) each.see(event);
        return event;
      },
      (ending) => {
        const failure = ending.kind === 'failed' ? toFailure(ending.thrown) : null;
        // A caller who disconnects is not counted as a failure.
        for (const each of watching) each.end?.(failure?.code === 'cancelled' ? null : failure);
      },
    );
  };
}
