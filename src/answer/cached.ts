import type { Cache, CachedValue } from '../cache/cache.ts';
import type { Leases } from '../cache/leases.ts';
import type { Answer, Attempt, Question } from '../core/terms.ts';
import type { AnswerEvent, Answerer } from './events.ts';
import { isWorthKeeping, type KeptAnswer, tellAgain, toKept } from './kept-answer.ts';
import { notes } from './notes.ts';
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
};

type Found = CachedValue<KeptAnswer> | null;

/**
 * The same answerer that answers an equal question once: while it is being answered all who ask share the run, afterwards
 * they get what was kept, also from another instance. A stale answer is told only where a new one cannot be searched for, and
 * says so. A fresh question gets a new answer, which is kept for the others.
 */
export function cached(answerer: Answerer, keeping: Keeping): Answerer {
  const running = createRunningAnswers();
  return async function* cachedAnswer(question, signal) {
    const key = questionKey(question, keeping.fingerprint);
    const flight = question.fresh === true ? `${key}!` : key;
    const tell = (stop: AbortSignal) => keptOrNew(answerer, keeping, { question, key }, stop);
    yield* running.joinOrStart(flight, question, tell).join(signal);
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
  const { cache, leases, lifetimeMs } = keeping;
  const isNew = (found: Found): found is CachedValue<KeptAnswer> =>
    found !== null && found.ageMs < lifetimeMs;
  if (question.fresh === true) return yield* keepAnswer(answerer(question, signal), keeping, key);
  const found = await cache.get(key);
  if (isNew(found)) return yield* tellKept(found, lifetimeMs, startedAtMs);

  const waited = await untilTurn(
    leases,
    key,
    () => cache.get(key).then((one) => (isNew(one) ? one : null)),
    question.deadlineMs,
    signal,
  );
  if ('value' in waited) return yield* tellKept(waited, lifetimeMs, startedAtMs);
  try {
    const left = { ...question, deadlineMs: question.deadlineMs - (performance.now() - startedAtMs) };
    const events = keepAnswer(answerer(left, signal), keeping, key);
    yield* found === null ? events : orStale(events, found, lifetimeMs, startedAtMs, signal);
  } finally {
    await waited.release();
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

/** The events of a new answer, or a stale one where nobody could be asked for a new one. */
async function* orStale(
  events: AsyncGenerator<AnswerEvent>,
  stale: CachedValue<KeptAnswer>,
  lifetimeMs: number,
  startedAtMs: number,
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
    if (isBegun || signal.aborted) throw error;
  }
  if (!isBegun) yield* tellKept(stale, lifetimeMs, startedAtMs);
}

/** True for a search that every slot failed; one that found nothing is an answer of its own. */
function isLost({ engine, trail }: Extract<AnswerEvent, { type: 'search-end' }>): boolean {
  return engine === 'none' && !trail.some(({ status }) => status === 'empty');
}

function tellKept(
  { value, ageMs }: CachedValue<KeptAnswer>,
  lifetimeMs: number,
  startedAtMs: number,
): Generator<AnswerEvent> {
  const error = ageMs < lifetimeMs ? null : notes.stale(ageMs);
  const answer: Answer = {
    ...value.answer,
    error,
    errorMissingInText: error !== null,
    kept: { id: value.id, ageMs, lifetimeMs },
  };
  return tellAgain({ ...value, answer }, startedAtMs);
}
