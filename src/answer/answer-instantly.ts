import { answerInstantly as findExactAnswer, type InstantOptions } from '@sayso/instant';
import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import type { Render } from '../core/answer.ts';
import type { Question } from '../core/question.ts';
import type { Answerer } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { emitFixedAnswer } from './fixed-answer.ts';

/** The parts that make an answer without a search. */
export type InstantDeps = {
  readonly render: Render;
  /** The present, in milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * Makes an answerer answer instantly: sums, conversions, dates, times of day and greetings need no search.
 * Questions that are limited to certain sites, that ask for data, or whose caller wants a search, are always
 * passed on.
 */
export function answerInstantly(next: Answerer, steps: InstantDeps): Answerer {
  return (run) => {
    const { question, signal } = run;
    const startedAtMs = performance.now();
    const found = isOpen(question)
      ? findExactAnswer(question.text, { now: new Date(steps.now()), ...languagesOf(question) })
      : null;
    if (found === null) return next(run);
    return emitFixedAnswer({ ...found, sources: [] }, { render: steps.render, startedAtMs }, signal);
  };
}

/** The other parts of a scope do not change the result of a calculation. */
function isOpen({ scope, data, instant }: Question): boolean {
  return instant !== false && data === undefined && scope.sites.only.length === 0;
}

/** The required language of the answer, or the languages of the conversation and of the caller's browser. */
function languagesOf({ scope, history, readerLanguage }: Question): InstantOptions {
  if (scope.language !== ANY_SCOPE.language) return { language: scope.language };
  const last = history.at(-1)?.question;
  const conversationLanguage = last === undefined ? UNDETERMINED : detectLanguage(last);
  return {
    preferredLanguages: [conversationLanguage, readerLanguage ?? UNDETERMINED].filter(
      (tag) => tag !== UNDETERMINED,
    ),
  };
}
