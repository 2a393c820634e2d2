import { type Cache, cacheKey } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import type { AnswerEvent, Answerer, AnswerWrapper } from '../core/events.ts';
import { mapped } from '../core/mapped.ts';
import type { Question, Rework } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Source } from '../core/source.ts';
import { detectLanguage } from '../lib/text/language.ts';

/** The parts that make another form of the previous answer. */
export type ReworkDeps = {
  /**
   * The form of the previous answer that a question asks for, with the language that it names, or in which it
   * asks for a translation into no named language; null for any other question.
   */
  readonly find: (question: string) => Wish | null;
  /** Answers questions with `rework`. */
  readonly answer: Answerer;
  /** The sources of recent answers. */
  readonly cache: Cache<readonly Source[]>;
};

type Wish = { readonly language?: string; readonly askedIn?: string };

/** The beginning of an answer identifies it, because some clients cut off the end. */
const KEY_CHARS = 1_000;
const CITATION = /\[\d{1,2}\]/;

/**
 * Makes an answerer rework answers: a question for another form of the previous answer ("make it shorter",
 * "translate that into German") is answered from that answer, with its sources and without a search. If its
 * sources are no longer known, the question is answered like any other.
 */
export function answerReworks({ find, answer, cache }: ReworkDeps): AnswerWrapper {
  return (answerer) => (question, signal, endEarly) => {
    const wish = findWish(question, find);
    return wish === null ? answerer(question, signal, endEarly) : reworkOrAnswer(wish);

    async function* reworkOrAnswer(wanted: Wish): AsyncGenerator<AnswerEvent> {
      const rework = await reworkOf(question, wanted, cache);
      if (rework === null) yield* answerer(question, signal, endEarly);
      else yield* answer({ ...question, rework }, signal);
    }
  };
}

/** Stores the sources of each new answer, from which `answerReworks` and doubts about it are answered. */
export function storeSources(cache: ReworkDeps['cache']): AnswerWrapper {
  return (answerer) => (question, signal, endEarly) =>
    mapped(answerer(question, signal, endEarly), (event) => {
      if (event.type === 'answer-end' && isNew(event.answer))
        void cache.set(keyOf(event.answer.text), event.answer.sources);
      return event;
    });
}

/** The sources of a cached answer are stored already; storing them again costs more than the answer. */
function isNew({ sources, kept }: Answer): boolean {
  return sources.length > 0 && (kept === undefined || kept.ageMs === 0);
}

/** The other form of the previous answer that a question asks for; null if it asks for none. */
function findWish({ text, history, data, depth }: Question, find: ReworkDeps['find']): Wish | null {
  const answer = history.at(-1)?.answer ?? '';
  return answer.trim() === '' || data !== undefined || depth === 'deep' ? null : find(text);
}

async function reworkOf(
  { history, scope }: Question,
  wish: Wish,
  cache: ReworkDeps['cache'],
): Promise<Rework | null> {
  const answer = history.at(-1)?.answer ?? '';
  const sources = await sourcesOf(answer, cache);
  if (sources.length === 0 && CITATION.test(answer)) return null;
  const scopeLanguage = scope.language === ANY_SCOPE.language ? null : scope.language;
  const language = wish.language ?? scopeLanguage ?? wish.askedIn ?? detectLanguage(answer);
  return { answer, sources, language };
}

/** The sources of a recent answer; empty if they are not known. */
export async function sourcesOf(answer: string, cache: ReworkDeps['cache']): Promise<readonly Source[]> {
  return (await cache.get(keyOf(answer)))?.value ?? [];
}

function keyOf(answer: string): string {
  return cacheKey('sources', answer.trim().slice(0, KEY_CHARS).replaceAll(/\s+/g, ' '));
}
