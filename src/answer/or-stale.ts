import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Attempt } from '../core/terms.ts';

/**
 * The events of a new answer, or those of a stale one if every slot failed. `tellStale` gets the trail of the
 * failed search, so that the events report the present failure and not the search of the stale answer. An
 * unexpected error is rethrown: a stale answer would hide it.
 */
export async function* orStale(
  events: AsyncGenerator<AnswerEvent>,
  tellStale: (trail: readonly Attempt[]) => Generator<AnswerEvent>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  let isBegun = false;
  let trail: readonly Attempt[] = [];
  try {
    for await (const event of events) {
      if (event.type === 'search-end' && isLost(event)) {
        trail = event.trail;
        break;
      }
      isBegun = true;
      yield event;
    }
  } catch (error) {
    if (isBegun || signal.aborted || !(error instanceof Failure)) throw error;
  }
  if (!isBegun) yield* tellStale(trail);
}

/** True for a search in which every slot failed; a search that found nothing is a valid result. */
function isLost({ engine, trail }: Extract<AnswerEvent, { type: 'search-end' }>): boolean {
  return engine === 'none' && !trail.some(({ status }) => status === 'empty');
}
