import type { Cache, CachedValue } from '../../cache/cache.ts';
import { type Leases, untilLeased } from '../../cache/leases.ts';
import type { CountCacheLookup } from '../../cache/stored.ts';
import { timeShareMs } from '../../core/budget.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { AnswerEvent, Answerer, AnswerWrapper, Evidence } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { attributeTo, requesterOf } from '../../core/requester.ts';
import { type CachedAnswer, type CachedSearchFacts, replayEvents, toCachedAnswer } from './cached-answer.ts';
import { questionKey } from './question-key.ts';
import type { SharedRun } from './shared-run.ts';
import { createRunningAnswers } from './shared-run.ts';

/** The caches of answers and their options. */
export type AnswerCaching = {
  readonly cache: Cache<CachedAnswer>;
  /** The instances that share the cache make an answer once; null for a single instance. */
  readonly leases: Leases | null;
  /** How long an answer counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** A fingerprint of all settings that affect an answer. */
  readonly fingerprint: string;
  readonly count: CountCacheLookup;
};

/** The name of this cache in the metrics. */
const CACHE = 'answers';
/** The longest time of the quick answer that a caller gets who ends early alone, in milliseconds. */
const EARLY_ANSWER_MS = 15_000;

/**
 * Makes an answerer answer each question once. Equal questions that arrive meanwhile share the
 * run, and later ones get the cached answer, even if another instance made it. A stale answer is used only if
 * the search for a new one fails, and its text says so. A question marked as fresh gets a new answer, which
 * is cached for the others.
 *
 * A deep answer ends early if all callers who share it ask for that. If only some of them ask, each of these
 * gets a quick answer of its own, which uses the searches and pages of the shared one. If the shared answer
 * is already being written, they simply get that.
 */
export function reuseAnswers(caching: AnswerCaching): AnswerWrapper {
  return (answerer) => {
    const findOrStart = createFinder(answerer, caching);
    return async function* answerFromCache(question, signal, endEarly): AsyncGenerator<AnswerEvent> {
      const startedAtMs = performance.now();
      const found = await findOrStart(question, signal);
      if ('value' in found) return yield* replayEvents(found, caching.lifetimeMs, startedAtMs);
      if (yield* follow(found, signal, endEarly)) return;
      const { depth: _depth, ...quick } = question;
      const deadlineAtMs = Math.min(question.deadlineAtMs, performance.now() + EARLY_ANSWER_MS);
      yield* answerFromCache({ ...quick, deadlineAtMs }, signal, undefined);
    };
  };
}

/** Yields the events of a run; returns false if its caller gave up on it to get a quick answer. */
async function* follow(
  run: SharedRun,
  signal: AbortSignal,
  endEarly: AbortSignal | undefined,
): AsyncGenerator<AnswerEvent, boolean> {
  using follower = run.follow(signal, endEarly);
  for (let event = await follower.next(); event !== null; event = await follower.next()) yield event;
  return !follower.hasGivenUp();
}

/** Returns a function that finds a fresh answer in the cache, joins a run, or starts one. */
function createFinder(
  answerer: Answerer,
  caching: AnswerCaching,
): (question: Question, signal: AbortSignal) => Promise<CachedValue<CachedAnswer> | SharedRun> {
  const running = createRunningAnswers();
  const { cache, lifetimeMs, count } = caching;
  return async (question, signal) => {
    const key = questionKey(question, caching.fingerprint);
    const asksForNew = question.fresh === true;
    const runKey = asksForNew ? `${key} fresh` : key;
    const findRun = () => {
      const run = running.find(runKey, question);
      if (run !== undefined) count(CACHE, 'shared');
      return run;
    };

    const joinedRun = findRun();
    if (joinedRun !== undefined) return joinedRun;
    const cached = asksForNew ? null : await cache.get(key);
    if (isFresh(cached, lifetimeMs)) {
      count(CACHE, 'hit');
      return cached;
    }
    // Another run may have started during the lookup.
    const newRun = asksForNew ? undefined : findRun();
    if (newRun !== undefined) return newRun;
    if (!asksForNew) count(CACHE, 'miss');
    const request = { answerer, caching, question, key, cached };
    return running.start(runKey, question, (stop, endEarly) => {
      attributeTo(requesterOf(signal), stop);
      return answerAndCache(request, stop, endEarly);
    });
  };
}

type Lookup = CachedValue<CachedAnswer> | null;

function isFresh(cached: Lookup, lifetimeMs: number): cached is CachedValue<CachedAnswer> {
  return cached !== null && cached.ageMs < lifetimeMs;
}

type UncachedRequest = {
  readonly answerer: Answerer;
  readonly caching: AnswerCaching;
  readonly question: Question;
  /** The key of the question's cached answer. */
  readonly key: string;
  /** A stale answer, or none. */
  readonly cached: Lookup;
};

/** The answer that another instance is already making; otherwise a new one, which is then cached. */
async function* answerAndCache(
  request: UncachedRequest,
  signal: AbortSignal,
  endEarly: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { answerer, caching, question, key, cached } = request;
  const startedAtMs = performance.now();
  const { cache, leases, lifetimeMs, count } = caching;
  const isShared = leases !== null && question.fresh !== true;
  const leased = isShared ? await untilAnsweredOrLeased(request, leases, signal) : null;
  if (leased !== null && 'value' in leased) return yield* replayEvents(leased, lifetimeMs, startedAtMs);
  let storing: Promise<void> = Promise.resolve();
  try {
    const newEvents = answerer(question, signal, endEarly);
    const replay = (stale: CachedValue<CachedAnswer>, searches: readonly CachedSearchFacts[]) => {
      count(CACHE, 'stale');
      return replayEvents({ ...stale, value: { ...stale.value, searches } }, lifetimeMs, startedAtMs);
    };
    const events =
      cached === null ? newEvents : staleIfError(newEvents, (searches) => replay(cached, searches), signal);
    let evidence: Evidence | null = null;
    for await (const event of events) {
      if (event.type === 'gather-end') ({ evidence } = event);
      const toStore = event.type === 'answer-end' ? toCachedAnswer(event.answer, evidence) : null;
      if (toStore === null) yield event;
      else {
        const { id, answer } = toStore;
        yield { type: 'answer-end', answer: { ...answer, kept: { id, ageMs: 0, lifetimeMs } } };
        storing = cache.set(key, toStore);
      }
    }
  } finally {
    // Callers do not wait for the store. The lease is released only afterwards, so that the next instance
    // finds the answer.
    if (leased !== null) void storing.then(() => leased.release());
  }
}

/** Waits for another instance's answer, or for a lease to make it here, to be released. */
function untilAnsweredOrLeased(
  { caching, question, key }: UncachedRequest,
  leases: Leases,
  signal: AbortSignal,
) {
  const { cache, lifetimeMs } = caching;
  const longestMs = timeShareMs('otherInstance', remainingMs(question.deadlineAtMs));
  const look = async () => {
    const cached = await cache.get(key);
    return isFresh(cached, lifetimeMs) ? cached : null;
  };
  return untilLeased({ leases, key, look, longestMs }, signal);
}

/** The search that a stale answer reports if no search has ended. */
const NO_SEARCH: CachedSearchFacts = { engine: 'none', trail: [] };

/**
 * The events of a new answer, or those of a stale one if every search failed at every slot. `replayStale`
 * gets the searches that have just failed, so that its events report these and not the searches from which
 * the stale answer was made. An unexpected error is rethrown: a stale answer would hide it.
 */
export async function* staleIfError(
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
