import type { Cache, CachedValue } from '../../cache/cache.ts';
import type { Leases } from '../../cache/leases.ts';
import type { CountCacheLookup } from '../../core/cache-count.ts';
import type { AnswerEvent, Answerer, Evidence } from '../../core/events.ts';
import type { Question } from '../../core/terms.ts';
import { isWorthKeeping, type KeptAnswer, type KeptSearch, tellAgain, toKept } from './kept-answer.ts';
import { orStale } from './or-stale.ts';
import { questionKey } from './question-key.ts';
import { createRunningAnswers } from './running-answers.ts';
import { untilTurn } from './turn.ts';

/** How answers are kept. */
export type Keeping = {
  readonly cache: Cache<KeptAnswer>;
  readonly leases: Leases;
  /** How long an answer counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** Represents all settings that affect an answer. */
  readonly fingerprint: string;
  readonly count: CountCacheLookup;
};

/** The name of this cache in the metrics. */
const CACHE = 'answers';

type Found = CachedValue<KeptAnswer> | null;

/**
 * The same answerer, but each question is answered once: equal questions asked meanwhile share the run, and
 * later ones get the kept answer, also from another instance. A stale answer is used only if the search for a
 * new one fails, and says so. A question marked as fresh gets a new answer, which is kept for the others.
 */
export function cached(answerer: Answerer, keeping: Keeping): Answerer {
  const running = createRunningAnswers();
  const lookUp = sharingLookups(keeping.cache);
  const { lifetimeMs, count } = keeping;
  return async function* cachedAnswer(question, signal) {
    const startedAtMs = performance.now();
    const key = questionKey(question, keeping.fingerprint);
    const isFresh = question.fresh === true;
    const flight = isFresh ? `${key} fresh` : key;
    const findRun = () => {
      const run = running.find(flight, question);
      if (run !== undefined) count(CACHE, 'shared');
      return run;
    };

    const begun = findRun();
    if (begun !== undefined) return yield* begun.join(signal);
    if (isFresh) {
      const tell = (stop: AbortSignal) => keepAnswer(answerer(question, stop), keeping, key);
      return yield* running.start(flight, question, tell).join(signal);
    }
    const found = await lookUp(key);
    if (isNew(found, lifetimeMs)) {
      count(CACHE, 'hit');
      return yield* tellAgain(found, lifetimeMs, startedAtMs);
    }
    // Another run may have started during the lookup.
    const begunMeanwhile = findRun();
    if (begunMeanwhile !== undefined) return yield* begunMeanwhile.join(signal);
    count(CACHE, 'miss');
    const tell = (stop: AbortSignal) => newAnswer(answerer, keeping, { question, key, found }, stop);
    return yield* running.start(flight, question, tell).join(signal);
  };
}

/** Concurrent lookups of one key become a single lookup. */
function sharingLookups(cache: Cache<KeptAnswer>): (key: string) => Promise<Found> {
  const lookups = new Map<string, Promise<Found>>();
  return (key) => {
    const known = lookups.get(key);
    if (known !== undefined) return known;
    const lookup = cache.get(key).finally(() => lookups.delete(key));
    lookups.set(key, lookup);
    return lookup;
  };
}

function isNew(found: Found, lifetimeMs: number): found is CachedValue<KeptAnswer> {
  return found !== null && found.ageMs < lifetimeMs;
}

type Asked = {
  readonly question: Question;
  /** The key of its kept answer. */
  readonly key: string;
  /** A stale answer, or none. */
  readonly found: Found;
};

/** The answer of another instance that is already making it, otherwise a new one made here. */
async function* newAnswer(
  answerer: Answerer,
  keeping: Keeping,
  { question, key, found }: Asked,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const startedAtMs = performance.now();
  const { cache, leases, lifetimeMs, count } = keeping;
  const look = async () => {
    const one = await cache.get(key);
    return isNew(one, lifetimeMs) ? one : null;
  };
  const waited = await untilTurn(leases, key, look, question.deadlineMs, signal);
  if ('value' in waited) return yield* tellAgain(waited, lifetimeMs, startedAtMs);
  try {
    const left = { ...question, deadlineMs: question.deadlineMs - (performance.now() - startedAtMs) };
    const events = keepAnswer(answerer(left, signal), keeping, key);
    if (found === null) return yield* events;
    const tellStale = (searches: readonly KeptSearch[]) => {
      count(CACHE, 'stale');
      const stale = { ...found, value: { ...found.value, searches } };
      return tellAgain(stale, lifetimeMs, startedAtMs);
    };
    yield* orStale(events, tellStale, signal);
  } finally {
    waited.release();
  }
}

/**
 * The events of a new answer. It is kept once it is complete, unless it rests on less than usual because its
 * caller was in a hurry.
 */
async function* keepAnswer(
  events: AsyncGenerator<AnswerEvent>,
  { cache, lifetimeMs }: Keeping,
  key: string,
): AsyncGenerator<AnswerEvent> {
  let evidence: Evidence | null = null;
  for await (const event of events) {
    if (event.type === 'gather-end') ({ evidence } = event);
    const isKept =
      event.type === 'answer-end' && evidence?.isRushed === false && isWorthKeeping(event.answer);
    if (!isKept) {
      yield event;
      continue;
    }
    const kept = toKept(event.answer, evidence?.searches ?? []);
    yield { type: 'answer-end', answer: { ...event.answer, kept: { id: kept.id, ageMs: 0, lifetimeMs } } };
    await cache.set(key, kept);
  }
}
