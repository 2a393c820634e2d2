import { abortReason } from '../core/deadline.ts';
import type { AnswerEvent, Answerer } from '../core/events.ts';
import { detectLanguage, UNDETERMINED } from '../core/language.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question, Render } from '../core/terms.ts';
import { findInstant, type InstantScene } from './find-instant.ts';
import type { InstantAnswer } from './finding.ts';
import { isGreeting } from './greeting.ts';

/** The parts that make an answer without a search. */
export type InstantSteps = {
  readonly render: Render;
  /** The present, in milliseconds since 1970. */
  readonly now: () => number;
};

/** The name that instant answers report as their model. */
const MODEL = 'instant';

/**
 * Wraps an answerer so that sums, conversions, dates, times of day and greetings are answered without a
 * search. Questions that are limited to certain sites, or that ask for data, are always passed to the
 * answerer.
 */
export function withInstant(answerer: Answerer, steps: InstantSteps): Answerer {
  return (question, signal) => {
    const startedAtMs = performance.now();
    const found = isOpen(question)
      ? findInstant(question.text, { nowMs: steps.now(), ...languagesOf(question) })
      : null;
    if (found !== null) return tell(found, steps, { startedAtMs, signal });
    // No question follows up a greeting.
    const history = question.history.filter(({ question: text }) => !isGreeting(text));
    return answerer({ ...question, history }, signal);
  };
}

/** The other parts of a scope do not change the result of a calculation. */
function isOpen({ scope, data }: Question): boolean {
  return data === undefined && scope.sites.only.length === 0;
}

/** The required language of the answer, or the languages of the conversation and of the caller's browser. */
function languagesOf({ scope, history, readerLanguage }: Question): Omit<InstantScene, 'nowMs'> {
  if (scope.language !== ANY_SCOPE.language) return { wanted: scope.language };
  const last = history.at(-1)?.question;
  const told = last === undefined ? UNDETERMINED : detectLanguage(last);
  return { preferred: [told, readerLanguage ?? UNDETERMINED].filter((tag) => tag !== UNDETERMINED) };
}

async function* tell(
  { text, language }: InstantAnswer,
  { render }: InstantSteps,
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
