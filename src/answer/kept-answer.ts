import { z } from 'zod';
import type { CachedValue } from '../cache/cache.ts';
import { cacheKey } from '../cache/cache-key.ts';
import type { Answer, Attempt, Source } from '../core/terms.ts';
import { tellAge } from './answer-words.ts';
import type { AnswerEvent, Timing } from './events.ts';

/** What is kept of an answer: all that is needed to tell it again. */
export type KeptAnswer = {
  /** A name for the answer that is the same wherever it is made. */
  readonly id: string;
  readonly answer: Answer;
  readonly trail: readonly Attempt[];
};

/** 132 bits: enough that two answers never share a name. */
const ID_CHARS = 22;

const passage = z.strictObject({ text: z.string(), from: z.number(), to: z.number() });
const source = z.strictObject({
  index: z.int().min(1),
  url: z.string(),
  title: z.string(),
  snippet: z.string(),
  passages: z.array(passage),
} satisfies Record<keyof Source, z.ZodType>);
const engine = z.enum(['engine_a', 'engine_b', 'engine_c', 'none']);
/** One entry for each field of an answer, so that a new field cannot be forgotten here. */
const answerShape = {
  text: z.string(),
  html: z.string(),
  speech: z.string(),
  sources: z.array(source),
  language: z.string(),
  model: z.string(),
  searchEngine: engine,
  tokensUsed: z.number(),
  error: z.string().nullable(),
  errorMissingInText: z.boolean(),
} satisfies Record<Exclude<keyof Answer, 'kept'>, z.ZodType>;
const answer = z.strictObject(answerShape);
const attempt = z.strictObject({
  engine,
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: z.string(),
  tookMs: z.number(),
} satisfies Record<keyof Attempt, z.ZodType>);
const schema = z.strictObject({ id: z.string().min(1), answer, trail: z.array(attempt) });

/**
 * A kept answer out of what a store gave back, or null. A field that is missing or unknown makes it null: another version
 * of the service wrote it, and what it means there is not known here.
 */
export function parseKeptAnswer(stored: unknown): KeptAnswer | null {
  const { success, data } = schema.safeParse(stored);
  return success ? data : null;
}

/** Whether an answer is worth telling again: whole, from sources, with nothing gone wrong. */
export function isWorthKeeping({ text, sources, error }: Answer): boolean {
  return error === null && text !== '' && sources.length > 0;
}

/** What to keep of an answer that has just been told. */
export function toKept(answer: Answer, trail: readonly Attempt[]): KeptAnswer {
  const { text, html, speech, sources, model, tokensUsed } = answer;
  return { id: cacheKey(text, html, speech, sources, model, tokensUsed).slice(0, ID_CHARS), answer, trail };
}

/**
 * The events of a kept answer, all at once; the time it took to find it counts as search. A stale one says how old it is, and
 * its search event reports the failed search that `trail` then holds.
 */
export function* tellAgain(
  { value: { id, answer, trail }, ageMs }: CachedValue<KeptAnswer>,
  lifetimeMs: number,
  startedAtMs: number,
): Generator<AnswerEvent> {
  const isStale = ageMs >= lifetimeMs;
  yield { type: 'search-end', engine: isStale ? 'none' : answer.searchEngine, trail };
  yield { type: 'sources', sources: answer.sources, language: answer.language };
  yield { type: 'answer-delta', text: answer.text };
  yield { type: 'timing', timing: timingOf(performance.now() - startedAtMs) };
  const error = isStale ? tellAge(ageMs, answer.language) : null;
  yield {
    type: 'answer-end',
    answer: { ...answer, error, errorMissingInText: error !== null, kept: { id, ageMs, lifetimeMs } },
  };
}

function timingOf(totalMs: number): Timing {
  const none = { readMs: 0, selectMs: 0, writeMs: 0, checkMs: 0, renderMs: 0 };
  return { ...none, searchMs: totalMs, firstTextMs: totalMs, totalMs };
}
