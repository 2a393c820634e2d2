import { Failure } from '../core/failure.ts';
import type { Attempt } from '../core/terms.ts';
import type { AnswerEvent } from './events.ts';

/**
 * The events of a new answer, or those of a stale one when every search for a new one failed. `tellStale` gets the trail of
 * that failed search, so that the events say what happened now and not what happened when the stale answer was made. An
 * unforeseen error is thrown on: after a stale answer nobody would ever see it.
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

/** True for a search that every slot failed; one that found nothing is an answer of its own. */
function isLost({ engine, trail }: Extract<AnswerEvent, { type: 'search-end' }>): boolean {
  return engine === 'none' && !trail.some(({ status }) => status === 'empty');
}
