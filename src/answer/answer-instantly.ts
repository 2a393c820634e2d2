import type { Render } from '../core/answer.ts';
import { abortReason } from '../core/deadline.ts';
import type { AnswerEvent, AnswerWrapper } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import {
  type ExactAnswer,
  answerInstantly as findExactAnswer,
  type InstantOptions,
} from '../lib/instant/index.ts';
import { detectLanguage, UNDETERMINED } from '../lib/text/language.ts';

/** The parts that make an answer without a search. */
export type InstantDeps = {
  readonly render: Render;
  /** The present, in milliseconds since 1970. */
  readonly now: () => number;
};

/** The name that instant answers report as their model. */
const MODEL = 'instant';

/**
 * Makes an answerer answer instantly: sums, conversions, dates, times of day and greetings need no search.
 * Questions that are limited to certain sites, or that ask for data, are always passed on.
 */
export function answerInstantly(steps: InstantDeps): AnswerWrapper {
  return (answerer) => (question, signal, endEarly) => {
    const startedAtMs = performance.now();
    const found = isOpen(question)
      ? findExactAnswer(question.text, { now: new Date(steps.now()), ...languagesOf(question) })
      : null;
    if (found === null) return answerer(question, signal, endEarly);
    return tell(found, steps, { startedAtMs, signal });
  };
}

/** The other parts of a scope do not change the result of a calculation. */
function isOpen({ scope, data }: Question): boolean {
  return data === undefined && scope.sites.only.length === 0;
}

/** The required language of the answer, or the languages of the conversation and of the caller's browser. */
function languagesOf({ scope, history, readerLanguage }: Question): InstantOptions {
  if (scope.language !== ANY_SCOPE.language) return { language: scope.language };
  const last = history.at(-1)?.question;
  const told = last === undefined ? UNDETERMINED : detectLanguage(last);
  return { preferredLanguages: [told, readerLanguage ?? UNDETERMINED].filter((tag) => tag !== UNDETERMINED) };
}

async function* tell(
  { text, language }: ExactAnswer,
  { render }: InstantDeps,
  { startedAtMs, signal }: { readonly startedAtMs: number; readonly signal: AbortSignal },
): AsyncGenerator<AnswerEvent> {
  if (signal.aborted) throw abortReason(signal);
  yield { type: 'sources', sources: [], language };
  const findMs = performance.now() - startedAtMs;
  yield { type: 'answer-delta', text };
  const { html, speech } = render(text, [], language);
  const totalMs = performance.now() - startedAtMs;
  const none = { searchMs: 0, readMs: 0, selectMs: 0, checkMs: 0 };
  const timing = { ...none, firstTextMs: findMs, writeMs: findMs, renderMs: totalMs - findMs, totalMs };
  yield { type: 'timing', timing };
  const facts = {
    model: MODEL,
    searchEngine: 'none',
    tokensUsed: 0,
    error: null,
    errorMissingInText: false,
  } as const;
  yield { type: 'answer-end', answer: { text, html, speech, sources: [], language, ...facts } };
}
