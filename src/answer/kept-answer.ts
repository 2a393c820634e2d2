import { z } from 'zod';
import type { CachedValue } from '../cache/cache.ts';
import { cacheKey } from '../cache/cache-key.ts';
import { storedCount, storedLanguage, storedMs, storedUrl } from '../core/stored.ts';
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

/** Makes the forms of an answer that are not stored; as the step `render`. */
export type RenderAnswer = (
  markdown: string,
  sources: readonly Source[],
  language: string,
) => Pick<Answer, 'html' | 'speech'>;

/** 132 bits: enough that two answers never share a name. */
const ID_CHARS = 22;
const ID = /^[\w-]{22}$/;

const passage = z.strictObject({ text: z.string(), from: storedCount, to: storedCount });
const engine = z.enum(['engine_a', 'engine_b', 'engine_c', 'none']);
const source = z.strictObject({
  index: z.int().min(1),
  url: storedUrl,
  title: z.string(),
  snippet: z.string(),
  passages: z.array(passage),
  engine: engine.exactOptional(),
} satisfies Record<keyof Source, z.ZodType>);
/** One entry for each field of an answer that is stored, so that a new field cannot be forgotten here. */
const answerShape = {
  text: z.string().min(1),
  sources: z.array(source).refine((all) => all.every(({ index }, at) => index === at + 1)),
  language: storedLanguage,
  model: z.string(),
  searchEngine: engine,
  tokensUsed: storedCount,
  error: z.null(),
  errorMissingInText: z.literal(false),
} satisfies Record<Exclude<keyof Answer, 'kept' | 'html' | 'speech'>, z.ZodType>;
const answer = z.strictObject(answerShape);
const attempt = z.strictObject({
  engine,
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: z.string(),
  tookMs: storedMs,
} satisfies Record<keyof Attempt, z.ZodType>);
const schema = z.strictObject({ id: z.string().regex(ID), answer, trail: z.array(attempt) });

/** What is put into a store of a kept answer: all but what is rendered from the rest. */
export function toStoredAnswer({ id, answer, trail }: KeptAnswer): unknown {
  const { html: _html, speech: _speech, kept: _kept, ...stored } = answer;
  return { id, answer: stored, trail };
}

/**
 * A kept answer from what a store gave back, or null. HTML and speech are rendered anew: whoever can write to the store must
 * not be able to put markup or script into a page. A field that is missing, unknown or out of range makes it null: another
 * version of the service wrote it, or something else did.
 */
export function parseKeptAnswer(stored: unknown, render: RenderAnswer): KeptAnswer | null {
  const { success, data } = schema.safeParse(stored);
  if (!success) return null;
  const { id, answer, trail } = data;
  const { html, speech } = render(answer.text, answer.sources, answer.language);
  return { id, answer: { ...answer, html, speech }, trail };
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
