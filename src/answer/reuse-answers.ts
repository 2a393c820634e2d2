import { type CachedValue, type Caching, cacheKey } from '../cache/cache.ts';
import { abortReason, remainingMs } from '../core/deadline.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import type { Answerer, Run } from '../core/run.ts';
import {
  type CachedAnswer,
  type CachedSearchFacts,
  questionKey,
  replayEvents,
  toCachedAnswer,
} from './cached-answer.ts';

type AnswerCaching = Caching<CachedAnswer>;

/** The name of this cache in the metrics. */
const CACHE = 'answers';

/**
 * Makes an answerer answer each question once. Equal questions that arrive meanwhile share the run, and later
 * ones get the cached answer, even if another instance made it. A stale answer is used only if the search for
 * a new one fails, and its text says so. A question marked as fresh gets a new answer, which is cached for
 * the others. An answer that its caller may end early is shared only when it is complete; one without a search
 * is not shared.
 */
export function reuseAnswers(next: Answerer, caching: AnswerCaching): Answerer {
  const { cache, lifetimeMs, count } = caching;
  const running = new RunningAnswers();
  return async function* answerFromCache(run) {
    const { question, signal, endEarly } = run;
    if (question.intent !== undefined) return yield* next(run);
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

/** Emits the events of one run. */
type EmitEvents = (signal: AbortSignal) => AsyncGenerator<AnswerEvent>;

/** A run whose events are stored once for all callers who follow it. */
class SharedRun {
  readonly #controller = new AbortController();
  readonly #emitted: AnswerEvent[] = [];
  readonly #onEnd: () => void;
  /** Resolves when there is something new, and is then replaced. */
  #news = Promise.withResolvers<void>();
  #end: { readonly thrown?: unknown } | null = null;
  #followers = 0;

  /** @param onEnd called when nobody can join any longer: the run has ended, or all followers have left */
  constructor(emit: EmitEvents, onEnd: () => void) {
    this.#onEnd = onEnd;
    void this.#run(emit);
  }

  /**
   * The events from the first on; text that has accumulated comes as one event. Rejects as the run does. When
   * the last follower leaves, the run stops.
   */
  async *follow(signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    this.#followers++;
    const left = Promise.withResolvers<void>();
    const onAbort = () => left.resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      for (let at = 0; ; ) {
        if (signal.aborted) throw abortReason(signal);
        if (at < this.#emitted.length) {
          const { event, nextAt } = eventAt(this.#emitted, at);
          at = nextAt;
          yield event;
        } else if (this.#end === null) await Promise.race([this.#news.promise, left.promise]);
        else if ('thrown' in this.#end) throw this.#end.thrown;
        else return;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#leave();
    }
  }

  async #run(emit: EmitEvents): Promise<void> {
    try {
      for await (const event of emit(this.#controller.signal)) {
        this.#emitted.push(event);
        this.#tell();
      }
      this.#end = {};
    } catch (thrown) {
      this.#end = { thrown };
    }
    this.#onEnd();
    this.#tell();
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  #leave(): void {
    this.#followers--;
    if (this.#followers > 0 || this.#end !== null) return;
    this.#onEnd();
    this.#controller.abort(new Failure('cancelled', 'The caller left.'));
  }
}

/** The event at a position, and the next position. All text up to the next other event comes as one event. */
function eventAt(
  events: readonly AnswerEvent[],
  start: number,
): { readonly event: AnswerEvent; readonly nextAt: number } {
  let at = start;
  let text = '';
  for (let event = events[at]; event?.type === 'answer-delta'; event = events[++at]) text += event.text;
  const event = events[at];
  if (at > start || event === undefined) return { event: { type: 'answer-delta', text }, nextAt: at };
  return { event, nextAt: at + 1 };
}

/** How long after its own deadline a question may still get a shared answer, in milliseconds. */
const SLACK_MS = 100;
/** The share of its time that a question may lose by joining a run that began with less. */
const SLACK_SHARE = 0.02;

/** A run that others may join. */
type Running = {
  readonly run: SharedRun;
  /** The time at which it must have ended, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** The time that it had at its start. */
  readonly timeMs: number;
};

/** The answers in progress, by the key of their question. */
class RunningAnswers {
  readonly #running = new Map<string, Running>();

  /** Finds a run that this question may share. */
  find(key: string, { deadlineAtMs }: Question): SharedRun | undefined {
    const found = this.#running.get(key);
    return found !== undefined && canShare(found, deadlineAtMs) ? found.run : undefined;
  }

  /** Starts a run at once, which others may join instead of an earlier one. */
  start(key: string, { deadlineAtMs }: Question, emit: EmitEvents): SharedRun {
    const run = new SharedRun(emit, () => {
      if (this.#running.get(key)?.run === run) this.#running.delete(key);
    });
    this.#running.set(key, { run, deadlineAtMs, timeMs: remainingMs(deadlineAtMs) });
    return run;
  }
}

/**
 * A run that ends after the question's deadline is of no use. A run that had less time than the
 * question has may be cut off while the question still has time.
 */
function canShare(run: Running, deadlineAtMs: number): boolean {
  const timeMs = remainingMs(deadlineAtMs);
  const lossMs = Math.max(SLACK_MS, timeMs * SLACK_SHARE);
  return run.deadlineAtMs <= deadlineAtMs + SLACK_MS && run.timeMs + lossMs >= timeMs;
}
