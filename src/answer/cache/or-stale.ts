import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { CachedSearchFacts } from './cached-answer.ts';

/** The search that a stale answer reports if no search has ended. */
const NO_SEARCH: CachedSearchFacts = { engine: 'none', trail: [] };

/**
 * The events of a new answer, or those of a stale one if every search failed at every slot. `replayStale`
 * gets the searches that have just failed, so that its events report these and not the searches from which
 * the stale answer was made. An unexpected error is rethrown: a stale answer would hide it.
 */
export async function* orStale(
  events: AsyncGenerator<AnswerEvent>,
  replayStale: (searches: readonly CachedSearchFacts[]) => Generator<AnswerEvent>,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  /** The failed searches before the first one that did not fail. */
  const failedSearches: SearchEnd[] = [];
  let isBegun = false;
  try {
    for await (const event of events) {
      if (!isBegun && event.type === 'search-end' && isFailed(event)) {
        failedSearches.push(event);
        continue;
      }
      if (!isBegun && event.type === 'gather-end') break;
      if (!isBegun) yield* failedSearches;
      isBegun = true;
      yield event;
    }
  } catch (error) {
    if (isBegun || signal.aborted || !(error instanceof Failure)) throw error;
  }
  if (!isBegun) yield* replayStale(failedSearches.length > 0 ? failedSearches : [NO_SEARCH]);
}

type SearchEnd = Extract<AnswerEvent, { type: 'search-end' }>;

/** True for a search in which every slot failed; a search that found nothing is a valid result. */
function isFailed({ engine, trail }: SearchEnd): boolean {
  return engine === 'none' && !trail.some(({ status }) => status === 'empty');
}
