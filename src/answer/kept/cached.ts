import type { Cache, CachedValue } from '../../cache/cache.ts';
import { type Leases, untilLeased } from '../../cache/leases.ts';
import type { AnswerEvent, Answerer, Evidence } from '../../core/events.ts';
import { partyOf, workFor } from '../../core/party.ts';
import type { CountCacheLookup } from '../../core/stored.ts';
import type { Question } from '../../core/terms.ts';
import { timeShareMs } from '../budget.ts';
import { type KeptAnswer, type KeptSearch, tellAgain, toKept } from './kept-answer.ts';
import { orStale } from './or-stale.ts';
import { questionKey } from './question-key.ts';
import { createRunningAnswers, type SharedRun } from './running-answers.ts';

/** The caches of answers and their options. */
export type AnswerKeeping = {
  readonly cache: Cache<KeptAnswer>;
  readonly leases: Leases;
  /** How long an answer counts as new, in milliseconds. */
  readonly lifetimeMs: number;
  /** A fingerprint of all settings that affect an answer. */
  readonly fingerprint: string;
  readonly count: CountCacheLookup;
};

/** The name of this cache in the metrics. */
const CACHE = 'answers';
/** How long the quick answer of a caller in a hurry may take, in milliseconds. */
const HURRIED_MS = 15_000;

/**
 * Wraps an answerer so that each question is answered once. Equal questions that arrive meanwhile share the
 * run, and later ones get the cached answer, even if another instance made it. A stale answer is used only if
 * the search for a new one fails, and its text says so. A question marked as fresh gets a new answer, which
 * is cached for the others.
 *
 * A deep answer ends early if all callers who share it ask for that. If only some of them ask, each of these
 * gets a quick answer of its own, which uses the searches and pages of the shared one. If the shared answer
 * is already being written, they simply get that.
 */
export function cached(answerer: Answerer, keeping: AnswerKeeping): Answerer {
  const findOrStart = createFinder(answerer, keeping);
  return async function* cachedAnswer(question, signal): AsyncGenerator<AnswerEvent> {
    const startedAtMs = performance.now();
    const found = await findOrStart(question, signal);
    if ('value' in found) return yield* tellAgain(found, keeping.lifetimeMs, startedAtMs);
    if (yield* followed(found, question, signal)) return;
    const { depth: _depth, hurry: _hurry, ...quick } = question;
    const leftMs = question.deadlineMs - (performance.now() - startedAtMs);
    yield* cachedAnswer({ ...quick, deadlineMs: Math.min(leftMs, HURRIED_MS) }, signal);
  };
}

/** Yields the events of a run; returns false if its caller wants the answer before the others do. */
async function* followed(
  run: SharedRun,
  { hurry }: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, boolean> {
  using follower = run.follow(signal, hurry);
  for (let event = await follower.next(); event !== null; event = await follower.next()) yield event;
  return !follower.hasGivenUp;
}

/** Returns the function that finds a cached answer to a question, or a run to follow. */
function createFinder(
  answerer: Answerer,
  keeping: AnswerKeeping,
): (question: Question, signal: AbortSignal) => Promise<CachedValue<KeptAnswer> | SharedRun> {
  const running = createRunningAnswers();
  const lookUp = sharingLookups(keeping.cache);
  const { lifetimeMs, count } = keeping;
  return async (question, signal) => {
    const key = questionKey(question, keeping.fingerprint);
    const isFresh = question.fresh === true;
    const runKey = isFresh ? `${key} fresh` : key;
    const findRun = () => {
      const run = running.find(runKey, question);
      if (run !== undefined) count(CACHE, 'shared');
      return run;
    };

    const begun = findRun();
    if (begun !== undefined) return begun;
    const found = isFresh ? null : await lookUp(key);
    if (isNew(found, lifetimeMs)) {
      count(CACHE, 'hit');
      return found;
    }
    // Another run may have started during the lookup.
    const begunMeanwhile = isFresh ? undefined : findRun();
    if (begunMeanwhile !== undefined) return begunMeanwhile;
    if (!isFresh) count(CACHE, 'miss');
    const asked = { answerer, keeping, question, key, found };
    return running.start(runKey, question, (stop, hurry) => {
      workFor(partyOf(signal), stop);
      return newAnswer(
        { ...asked, question: question.depth === 'deep' ? { ...question, hurry } : question },
        stop,
      );
    });
  };
}

type Found = CachedValue<KeptAnswer> | null;

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

type Unanswered = {
  readonly answerer: Answerer;
  readonly keeping: AnswerKeeping;
  readonly question: Question;
  /** The key of the question's cached answer. */
  readonly key: string;
  /** A stale answer, or none. */
  readonly found: Found;
};

/**
 * The answer of another instance that is already making it; otherwise a new one made here, which is then
 * cached.
 */
async function* newAnswer(asked: Unanswered, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
  const { answerer, keeping, question, key, found } = asked;
  const startedAtMs = performance.now();
  const { cache, lifetimeMs, count } = keeping;
  const waited = question.fresh === true ? null : await untilMayAnswer(asked, signal);
  if (waited !== null && 'value' in waited) return yield* tellAgain(waited, lifetimeMs, startedAtMs);
  let storing: Promise<void> = Promise.resolve();
  try {
    const left = { ...question, deadlineMs: question.deadlineMs - (performance.now() - startedAtMs) };
    const made = answerer(left, signal);
    const tellStale = (stale: CachedValue<KeptAnswer>) => (searches: readonly KeptSearch[]) => {
      count(CACHE, 'stale');
      return tellAgain({ ...stale, value: { ...stale.value, searches } }, lifetimeMs, startedAtMs);
    };
    const events = found === null ? made : orStale(made, tellStale(found), signal);
    let evidence: Evidence | null = null;
    for await (const event of events) {
      if (event.type === 'gather-end') ({ evidence } = event);
      const kept = event.type === 'answer-end' ? toKept(event.answer, evidence) : null;
      if (kept === null) yield event;
      else {
        const { id, answer } = kept;
        yield { type: 'answer-end', answer: { ...answer, kept: { id, ageMs: 0, lifetimeMs } } };
        storing = cache.set(key, kept);
      }
    }
  } finally {
    // Callers do not wait for the store. The lease is released only afterwards, so that the next instance
    // finds the answer.
    if (waited !== null) void storing.then(() => waited.release());
  }
}

/** Waits for another instance that makes the same answer. */
function untilMayAnswer({ keeping, question, key }: Unanswered, signal: AbortSignal) {
  const { cache, leases, lifetimeMs } = keeping;
  const longestMs = timeShareMs('otherInstance', question.deadlineMs);
  const look = async () => {
    const one = await cache.get(key);
    return isNew(one, lifetimeMs) ? one : null;
  };
  return untilLeased({ leases, key, look, longestMs }, signal);
}
