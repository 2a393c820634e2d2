import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Cache, cacheKey } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import type { Question } from '../core/question.ts';
import type { Answerer, Caller } from '../core/run.ts';
import type { Source } from '../core/source.ts';

/** The options for remembering the sources of answers. */
type AnswerSourcesOptions = {
  readonly cache: Cache<readonly Source[]>;
  /** Identifies the settings that affect answers and, where answers may hold documents, the caller. */
  fingerprint(caller: Caller): string;
  /** The secret that signs the ids; the same on all instances. Never rejects. */
  secret(): Promise<string>;
};

/** The sources of recent answers, each under an id that only its caller can use. */
export type AnswerSources = ReturnType<typeof createAnswerSources>;

const PURPOSE = 'sayso answers';
/** 132 bits each, for the name of the answer and for its signature. */
const PART_CHARS = 22;
/** The longest id that callers may send; longer than any that is made. */
export const MAX_ANSWER_ID_CHARS = 100;

/**
 * Remembers the sources of answers for messages about them, such as "shorter" and "source?". The caller gets
 * an id with the answer and returns it with the history. An id is signed for its caller, its scope and the
 * settings: the text of an answer can be guessed, and must not open the sources of somebody else's.
 */
export function createAnswerSources({ cache, fingerprint, secret }: AnswerSourcesOptions) {
  async function sign(name: string, { scope }: Pick<Question, 'scope'>, caller: Caller): Promise<string> {
    return createHmac('sha256', `${PURPOSE}\n${await secret()}`)
      .update(cacheKey(name, caller.name, scope, fingerprint(caller)))
      .digest('base64url')
      .slice(0, PART_CHARS);
  }
  const keyOf = (name: string, caller: Caller) => cacheKey('sources', fingerprint(caller), name);
  return {
    /** The answer with its id; unchanged if it has no sources. */
    async remember(answer: Answer, question: Question, caller: Caller): Promise<Answer> {
      const { kept, sources, text } = answer;
      if (sources.length === 0) return answer;
      const name = kept?.id ?? cacheKey(text, sources).slice(0, PART_CHARS);
      // The sources of a cached answer are stored already; storing them again costs more than the answer.
      if (kept === undefined || kept.ageMs === 0) void cache.set(keyOf(name, caller), sources);
      return { ...answer, answerId: name + (await sign(name, question, caller)) };
    },
    /** The sources of the last answer of the history; none without an id that is valid for this question. */
    async recall(question: Question, caller: Caller): Promise<readonly Source[]> {
      const id = question.history.at(-1)?.answerId ?? '';
      const name = id.slice(0, PART_CHARS);
      const given = Buffer.from(id.slice(PART_CHARS));
      const expected = Buffer.from(await sign(name, question, caller));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return [];
      return (await cache.get(keyOf(name, caller)))?.value ?? [];
    },
  };
}

/** Gives each answer with sources an id, for messages about it. */
export function withAnswerIds(next: Answerer, known: AnswerSources): Answerer {
  return async function* answerWithId(run) {
    for await (const event of next(run))
      if (event.type !== 'answer-end') yield event;
      else yield { ...event, answer: await known.remember(event.answer, run.question, run.caller) };
  };
}
