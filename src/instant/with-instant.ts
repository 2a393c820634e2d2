import { abortReason } from '../core/deadline.ts';
import type { AnswerEvent, Answerer } from '../core/events.ts';
import { detectLanguage } from '../core/language.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question, Source } from '../core/terms.ts';
import { findInstant } from './find-instant.ts';
import type { InstantAnswer } from './finding.ts';

/** What an answer without a search is made with. */
export type InstantSteps = {
  readonly render: (
    markdown: string,
    sources: readonly Source[],
    language: string,
  ) => { readonly html: string; readonly speech: string };
  /** The present, in milliseconds since 1970. */
  readonly now: () => number;
};

/** The name of the model of such answers. */
const MODEL = 'instant';

/**
 * The same answerer, except that sums, conversions, dates, times of day and greetings are answered without a
 * search. Questions with a scope, and those whose answer has to be data, are searched.
 */
export function withInstant(answerer: Answerer, steps: InstantSteps): Answerer {
  return (question, signal) => {
    const startedAtMs = performance.now();
    const found = isOpen(question)
      ? findInstant(question.text, { nowMs: steps.now(), ...preferenceOf(question) })
      : null;
    return found === null ? answerer(question, signal) : tell(found, steps, { startedAtMs, signal });
  };
}

function isOpen({ scope, data }: Question): boolean {
  const { sites } = scope;
  const isAnywhere = sites.only.length === 0 && sites.never.length === 0;
  const { language, country, since, until } = ANY_SCOPE;
  return (
    data === undefined &&
    isAnywhere &&
    scope.language === language &&
    scope.country === country &&
    scope.since === since &&
    scope.until === until
  );
}

/** The language of the conversation. */
function preferenceOf({ history }: Question): { readonly preferred?: string } {
  const last = history.at(-1)?.question;
  return last === undefined ? {} : { preferred: detectLanguage(last) };
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
