import { createHmac, timingSafeEqual } from 'node:crypto';
import { cacheKey } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import type { Question } from '../core/question.ts';
import type { Answerer, Caller, Run } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import type { SourceCaching } from './parts.ts';

const PURPOSE = 'sayso answers';
/** 132 bits each, for the name of the answer and for its signature. */
const PART_CHARS = 22;
/** The longest id that callers may send; longer than any that is made. */
export const MAX_ANSWER_ID_CHARS = 100;

/**
 * Gives each answer with sources an id, and remembers them for messages about it, such as "shorter" and
 * "source?". The caller returns the id with the history. An id is signed for its caller, its scope and the
 * settings: the text of an answer can be guessed, and must not open the sources of somebody else's.
 */
export function addAnswerIds(next: Answerer, answerSources: SourceCaching): Answerer {
  return async function* answerWithId(run) {
    const isSearched = run.question.intent === undefined;
    for await (const event of next(run))
      if (event.type !== 'answer-end' || !isSearched) yield event;
      else yield { ...event, answer: await remember(event.answer, run, answerSources) };
  };
}

/** The answer with its id; unchanged if it has no sources. */
async function remember(
  answer: Answer,
  { question, caller }: Run,
  sourceCaching: SourceCaching,
): Promise<Answer> {
  const { kept, sources, text } = answer;
  if (sources.length === 0) return answer;
  const name = kept?.id ?? cacheKey(text, sources).slice(0, PART_CHARS);
  // The sources of a cached answer are stored already; storing them again costs more than the answer.
  if (kept === undefined || kept.ageMs === 0)
    void sourceCaching.cache.set(keyOf(name, caller, sourceCaching), sources);
  return { ...answer, answerId: name + (await sign(name, question, { caller, ...sourceCaching })) };
}

/** The sources of the last answer of the history; none without an id that is valid for this question. */
export async function recallSources(
  sourceCaching: SourceCaching,
  question: Question,
  caller: Caller,
): Promise<readonly Source[]> {
  const id = question.history.at(-1)?.answerId ?? '';
  const name = id.slice(0, PART_CHARS);
  const given = Buffer.from(id.slice(PART_CHARS));
  const expected = Buffer.from(await sign(name, question, { caller, ...sourceCaching }));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return [];
  return (await sourceCaching.cache.get(keyOf(name, caller, sourceCaching)))?.value ?? [];
}

async function sign(
  name: string,
  { scope }: Pick<Question, 'scope'>,
  {
    caller,
    fingerprint,
    secret,
  }: Pick<SourceCaching, 'fingerprint' | 'secret'> & { readonly caller: Caller },
): Promise<string> {
  return createHmac('sha256', `${PURPOSE}\n${await secret()}`)
    .update(cacheKey(name, caller.name, scope, fingerprint(caller)))
    .digest('base64url')
    .slice(0, PART_CHARS);
}

function keyOf(name: string, caller: Caller, { fingerprint }: Pick<SourceCaching, 'fingerprint'>): string {
  return cacheKey('sources', fingerprint(caller), name);
}
