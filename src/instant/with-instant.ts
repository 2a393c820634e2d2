import { abortReason } from '../core/deadline.ts';
import type { AnswerEvent, Answerer } from '../core/events.ts';
import { detectLanguage, UNDETERMINED } from '../core/language.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question, Render } from '../core/terms.ts';
import { findInstant, type InstantScene } from './find-instant.ts';
import { findRework } from './find-rework.ts';
import type { InstantAnswer } from './finding.ts';
import { isGreeting } from './greeting.ts';

/** The parts that make an answer without a search. */
export type InstantSteps = {
  readonly render: Render;
  /** The present, in milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a model can write another form of an answer. */
  readonly hasModel: boolean;
};

/** The name that instant answers report as their model. */
const MODEL = 'instant';

/**
 * Wraps an answerer so that sums, conversions, dates, times of day and greetings are answered without a
 * search; without a model, also requests for another form of an answer. Questions that are limited to certain
 * sites, or that ask for data, are always passed to the answerer.
 */
export function withInstant(answerer: Answerer, steps: InstantSteps): Answerer {
  return (question, signal) => {
    const startedAtMs = performance.now();
    const refusal = (asked: Question) => (steps.hasModel ? null : refusedRework(asked));
    const found = isOpen(question)
      ? (findInstant(question.text, { nowMs: steps.now(), ...languagesOf(question) }) ?? refusal(question))
      : null;
    if (found !== null) return tell(found, steps, { startedAtMs, signal });
    // No question follows up a greeting, or a request that was refused.
    const history = question.history.filter(
      ({ question: text }, at, turns) =>
        !isGreeting(text) && refusal({ ...question, text, history: turns.slice(0, at) }) === null,
    );
    return answerer({ ...question, history }, signal);
  };
}

/**
 * Without a model, the reply to a request for another form of the previous answer: a search for "make it
 * shorter" would only find pages about shortening.
 */
function refusedRework(question: Question): InstantAnswer | null {
  const { text, history, scope } = question;
  if (!isOpen(question) || (history.at(-1)?.answer ?? '').trim() === '') return null;
  const wish = findRework(text, scope.language === ANY_SCOPE.language ? undefined : scope.language);
  return wish === null ? null : { text: wish.writing.says.needsModel, language: wish.writing.code };
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
