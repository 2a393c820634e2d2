import { type Cache, cacheKey } from '../cache/cache.ts';
import type { Answerer } from '../core/events.ts';
import { detectLanguage } from '../core/language.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Answer, Question, Rework, Source } from '../core/terms.ts';

/** The parts that make another form of the previous answer. */
export type ReworkSteps = {
  /**
   * The form of the previous answer that a question asks for, with the language that it names, or in which it
   * asks for a translation into no named language; null for any other question.
   */
  readonly find: (question: string) => { readonly language?: string; readonly askedIn?: string } | null;
  /** Answers questions with `rework`. */
  readonly answer: Answerer;
  /** The sources of recent answers. */
  readonly cache: Cache<readonly Source[]>;
};

/** The beginning of an answer identifies it, because some clients cut off the end. */
const KEY_CHARS = 1_000;
const CITATION = /\[\d{1,2}\]/;

/**
 * Wraps an answerer so that a question for another form of the previous answer ("make it shorter", "translate
 * that into German") is answered from that answer, with its sources and without a search. If its sources are
 * no longer known, the question is answered like any other.
 */
export function withRework(answerer: Answerer, steps: ReworkSteps): Answerer {
  return async function* reworking(question, signal) {
    const rework = await reworkOf(question, steps);
    const events =
      rework === null ? answerer(question, signal) : steps.answer({ ...question, rework }, signal);
    for await (const event of events) {
      if (event.type === 'answer-end' && isNew(event.answer))
        void steps.cache.set(keyOf(event.answer.text), event.answer.sources);
      yield event;
    }
  };
}

/**
 * The sources of a cached answer are stored already; storing them again would cost more than sending the
 * answer.
 */
function isNew({ sources, kept }: Answer): boolean {
  return sources.length > 0 && (kept === undefined || kept.ageMs === 0);
}

async function reworkOf(
  { text, history, data, scope, depth }: Question,
  { find, cache }: ReworkSteps,
): Promise<Rework | null> {
  const answer = history.at(-1)?.answer ?? '';
  const wish = answer.trim() === '' || data !== undefined || depth === 'deep' ? null : find(text);
  if (wish === null) return null;
  const sources = (await cache.get(keyOf(answer)))?.value ?? [];
  if (sources.length === 0 && CITATION.test(answer)) return null;
  const wanted = scope.language === ANY_SCOPE.language ? null : scope.language;
  const language = wish.language ?? wanted ?? wish.askedIn ?? detectLanguage(answer);
  return { answer, sources, language };
}

function keyOf(answer: string): string {
  return cacheKey('sources', answer.trim().slice(0, KEY_CHARS).replaceAll(/\s+/g, ' '));
}
