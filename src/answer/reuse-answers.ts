import { type Cache, type CachedValue, cacheKey } from '../cache/cache.ts';
import type { CountCacheLookup } from '../cache/stored.ts';
import type { Caller } from '../core/caller.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Answerer, Run } from '../core/run.ts';
import { type CachedAnswer, type CachedSearchFacts, replayEvents, toCachedAnswer } from './cached-answer.ts';
import { questionKey } from './question-key.ts';
import { RunningAnswers } from './shared-run.ts';

/** The caches of answers and their options. */
export type AnswerCaching = {
  readonly cache: Cache<CachedAnswer>;
  /** How long an answer counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** Identifies the settings that affect an answer and, where answers may hold documents, the caller. */
  fingerprint(caller: Caller): string;
  readonly count: CountCacheLookup;
};

/** The name of this cache in the metrics. */
const CACHE = 'answers';

/**
 * Makes an answerer answer each question once. Equal questions that arrive meanwhile share the run, and later
 * ones get the cached answer, even if another instance made it. A stale answer is used only if the search for
 * a new one fails, and its text says so. A question marked as fresh gets a new answer, which is cached for
 * the others. An answer that its caller may end early is shared only when it is complete.
 */
export function reuseAnswers(next: Answerer, caching: AnswerCaching): Answerer {
  const { cache, lifetimeMs, count } = caching;
  const running = new RunningAnswers();
  return async function* answerFromCache(run) {
    const { question, signal, endEarly } = run;
    const startedAtMs = performance.now();
    const key = questionKey(question, keySettings(run, caching));
    const asksForNew = question.fresh === true;
    const sharedKey = asksForNew ? `${key} fresh` : key;
    const findShared = () => {
      const shared = endEarly === undefined ? running.find(sharedKey, question) : undefined;
      if (shared !== undefined) count(CACHE, 'shared');
      return shared;
    };

    const joined = findShared();
    if (joined !== undefined) return yield* joined.follow(signal);
    const cached = asksForNew ? null : await cache.get(key);
    if (cached !== null && cached.ageMs < lifetimeMs) {
      count(CACHE, 'hit');
      return yield* replayEvents(cached, lifetimeMs, startedAtMs);
    }
    // Another run may have started during the lookup.
    const started = asksForNew ? undefined : findShared();
    if (started !== undefined) return yield* started.follow(signal);
    if (!asksForNew) count(CACHE, 'miss');
    const answer = (stop: AbortSignal) => {
      const withStale = staleIfError(
        next({ ...run, signal: stop }),
        cached && ((searches) => replayStale(cached, searches, caching, startedAtMs)),
        stop,
      );
      return cacheAnswer(withStale, key, caching);
    };
    if (endEarly !== undefined) return yield* answer(signal);
    yield* running.start(sharedKey, question, answer).follow(signal);
  };
}

/** What an id of an earlier answer opens is its caller's alone, whoever else has learned the id. */
function keySettings({ question: { history }, caller }: Run, { fingerprint }: AnswerCaching): string {
  const hasId = history.at(-1)?.answerId !== undefined;
  return hasId ? cacheKey(fingerprint(caller), caller.name) : fingerprint(caller);
}

/** Passes on the events of a new answer, and caches it. Nobody waits until it is stored. */
async function* cacheAnswer(
  events: AsyncGenerator<AnswerEvent>,
  key: string,
  { cache, lifetimeMs }: AnswerCaching,
): AsyncGenerator<AnswerEvent> {
  let evidence: Evidence | null = null;
  for await (const event of events) {
    if (event.type === 'gather-end') ({ evidence } = event);
    const toStore = event.type === 'answer-end' ? toCachedAnswer(event.answer, evidence) : null;
    if (toStore === null) yield event;
    else {
      const { id, answer } = toStore;
      void cache.set(key, toStore);
      yield { type: 'answer-end', answer: { ...answer, kept: { id, ageMs: 0, lifetimeMs } } };
    }
  }
}

/** The events of a stale answer, with the searches that have just failed. */
function replayStale(
  stale: CachedValue<CachedAnswer>,
  searches: readonly CachedSearchFacts[],
  { lifetimeMs, count }: AnswerCaching,
  startedAtMs: number,
): Generator<AnswerEvent> {
  count(CACHE, 'stale');
  return replayEvents({ ...stale, value: { ...stale.value, searches } }, lifetimeMs, startedAtMs);
}

/** The search that a stale answer reports if no search has ended. */
const NO_SEARCH: CachedSearchFacts = { slot: null, trail: [] };

/**
 * The events of a new answer, or those of a stale one, if there is one and every search failed at every slot.
 * `replayStale` gets the searches that have just failed, so that its events report these and not the searches from which
 * the stale answer was made. An unexpected error is rethrown: a stale answer would hide it.
 */
export async function* staleIfError(
  events: AsyncGenerator<AnswerEvent>,
  replayStale: ((searches: readonly CachedSearchFacts[]) => Generator<AnswerEvent>) | null,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (replayStale === null) return yield* events;
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
function isFailed({ slot, trail }: SearchEnd): boolean {
  return slot === null && !trail.some(({ status }) => status === 'empty');
}
