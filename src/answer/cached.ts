import type { Cache, CachedValue } from '../cache/cache.ts';
import type { Leases } from '../cache/leases.ts';
import type { CountCacheLookup } from '../core/cache-count.ts';
import type { Attempt, Question } from '../core/terms.ts';
import type { AnswerEvent, Answerer } from './events.ts';
import { isWorthKeeping, type KeptAnswer, tellAgain, toKept } from './kept-answer.ts';
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
  /** Stands for all settings that an answer hangs on. */
  readonly fingerprint: string;
  readonly count: CountCacheLookup;
};

/** The name of the cache in what is counted. */
const CACHE = 'answers';

/**
 * The same answerer that answers an equal question once: while it is being answered all who ask share the run, afterwards
 * they get what was kept, also from another instance. A stale answer is told only where a new one cannot be searched for, and
 * says so. A fresh question gets a new answer, which is kept for the others.
 */
export function cached(answerer: Answerer, keeping: Keeping): Answerer {
  const running = createRunningAnswers();
  return async function* cachedAnswer(question, signal) {
    const key = questionKey(question, keeping.fingerprint);
    const isFresh = question.fresh === true;
    const flight = isFresh ? `${key} fresh` : key;
    const tell = (stop: AbortSignal) =>
      isFresh
        ? keepAnswer(answerer(question, stop), keeping, key)
        : keptOrNew(answerer, keeping, { question, key }, stop);
    const shared = running.find(flight, question);
    if (shared !== undefined) keeping.count(CACHE, 'shared');
    yield* (shared ?? running.start(flight, question, tell)).join(signal);
  };
}

/** A question and the key under which its answer is kept. */
type Asked = { readonly question: Question; readonly key: string };

async function* keptOrNew(
  answerer: Answerer,
  keeping: Keeping,
  { question, key }: Asked,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const startedAtMs = performance.now();
  const { cache, leases, lifetimeMs, count } = keeping;
  const tell = (found: CachedValue<KeptAnswer>) => tellAgain(found, lifetimeMs, startedAtMs);
  const found = await cache.get(key);
  const isNew = found !== null && found.ageMs < lifetimeMs;
  count(CACHE, isNew ? 'hit' : 'miss');
  if (isNew) return yield* tell(found);

  const lookAgain = async () => {
    const one = await cache.get(key);
    return one !== null && one.ageMs < lifetimeMs ? one : null;
  };
  const waited = await untilTurn(leases, key, lookAgain, question.deadlineMs, signal);
  if ('value' in waited) return yield* tell(waited);
  try {
    const left = { ...question, deadlineMs: question.deadlineMs - (performance.now() - startedAtMs) };
    const events = keepAnswer(answerer(left, signal), keeping, key);
    const tellStale = (stale: CachedValue<KeptAnswer>) => {
      count(CACHE, 'stale');
      return tell(stale);
    };
    yield* found === null ? events : orStale(events, () => tellStale(found), signal);
  } finally {
    waited.release();
  }
}

/** The events of a new answer, which is kept once it has been told. */
async function* keepAnswer(
  events: AsyncGenerator<AnswerEvent>,
  { cache, lifetimeMs }: Keeping,
  key: string,
): AsyncGenerator<AnswerEvent> {
  let trail: readonly Attempt[] = [];
  for await (const event of events) {
    if (event.type === 'search-end') trail = event.trail;
    if (event.type !== 'answer-end' || !isWorthKeeping(event.answer)) {
      yield event;
      continue;
    }
    const kept = toKept(event.answer, trail);
    yield { type: 'answer-end', answer: { ...event.answer, kept: { id: kept.id, ageMs: 0, lifetimeMs } } };
    await cache.set(key, kept);
  }
}
