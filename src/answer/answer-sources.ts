import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Cache, cacheKey } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import type { AnswerWrapper } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { requesterOf } from '../core/requester.ts';
import type { Source } from '../core/source.ts';

/** The options for remembering the sources of answers. */
export type AnswerSourcesOptions = {
  readonly cache: Cache<readonly Source[]>;
  /** Identifies the settings that affect answers and, where answers may hold documents, the caller. */
  fingerprint(signal: AbortSignal): string;
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
  async function sign(
    name: string,
    { scope }: Pick<Question, 'scope'>,
    signal: AbortSignal,
  ): Promise<string> {
    const { caller } = requesterOf(signal);
    return createHmac('sha256', `${PURPOSE}\n${await secret()}`)
      .update(cacheKey(name, caller, scope, fingerprint(signal)))
      .digest('base64url')
      .slice(0, PART_CHARS);
  }
  const keyOf = (name: string, signal: AbortSignal) => cacheKey('sources', fingerprint(signal), name);
  return {
    /** The answer with its id; unchanged if it has no sources. */
    async remember(answer: Answer, question: Question, signal: AbortSignal): Promise<Answer> {
      const { kept, sources, text } = answer;
      if (sources.length === 0) return answer;
      const name = kept?.id ?? cacheKey(text, sources).slice(0, PART_CHARS);
      // The sources of a cached answer are stored already; storing them again costs more than the answer.
      if (kept === undefined || kept.ageMs === 0) void cache.set(keyOf(name, signal), sources);
      return { ...answer, answerId: name + (await sign(name, question, signal)) };
    },
    /** The sources of the last answer of the history; none without an id that is valid for this question. */
    async recall(question: Question, signal: AbortSignal): Promise<readonly Source[]> {
      const id = question.history.at(-1)?.answerId ?? '';
      const name = id.slice(0, PART_CHARS);
      const given = Buffer.from(id.slice(PART_CHARS));
      const expected = Buffer.from(await sign(name, question, signal));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return [];
      return (await cache.get(keyOf(name, signal)))?.value ?? [];
    },
  };
}

/** Gives each answer with sources an id, for messages about it. */
export function withAnswerIds(known: AnswerSources): AnswerWrapper {
  return (answerer) =>
    async function* answerWithId(question, signal, endEarly) {
      for await (const event of answerer(question, signal, endEarly))
        if (event.type !== 'answer-end') yield event;
        else yield { ...event, answer: await known.remember(event.answer, question, signal) };
    };
}
