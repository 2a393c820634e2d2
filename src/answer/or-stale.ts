import { Failure } from '../core/failure.ts';
import type { AnswerEvent } from './events.ts';

/**
 * The events of a new answer, or those of a stale one where nothing could be searched for a new one. An error that nobody foresaw is
 * thrown on: behind a stale answer it would never be seen.
 */
export async function* orStale(
  events: AsyncGenerator<AnswerEvent>,
  tellStale: () => Generator<AnswerEvent>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  let isBegun = false;
  try {
    for await (const event of events) {
      if (event.type === 'search-end' && isLost(event)) break;
      isBegun = true;
      yield event;
    }
  } catch (error) {
    if (isBegun || signal.aborted || !(error instanceof Failure)) throw error;
  }
  if (!isBegun) yield* tellStale();
}

/** True for a search that every slot failed; one that found nothing is an answer of its own. */
function isLost({ engine, trail }: Extract<AnswerEvent, { type: 'search-end' }>): boolean {
  return engine === 'none' && !trail.some(({ status }) => status === 'empty');
}
