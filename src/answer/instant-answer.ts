import { answerInstantly, type InstantOptions } from '@sayso/instant';
import { loadFormulasFor } from '@sayso/markdown';
import { detectLanguage, UNDETERMINED } from '@sayso/text/language.ts';
import type { Answer } from '../core/answer.ts';
import { abortReason } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import type { Answerer } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { renderWithFormulas } from '../render/render.ts';

/**
 * Answers instantly: sums, conversions, dates, times of day and greetings need no search.
 * Questions that are limited to certain sites, that ask for data, or whose caller wants a search, are always
 * passed on.
 */
export function tryInstantAnswer(next: Answerer): Answerer {
  return (run) => {
    const { question, signal } = run;
    const startedAtMs = performance.now();
    const found = isOpen(question)
      ? answerInstantly(question.text, { now: new Date(), ...languagesOf(question) })
      : null;
    return found === null ? next(run) : emitFixedAnswer({ ...found, sources: [] }, startedAtMs, signal);
  };
}

/** The other parts of a scope do not change the result of a calculation. */
function isOpen({ scope, data, instant }: Question): boolean {
  return (
    instant !== false && data === undefined && scope.sites.only.length === 0 && scope.collection === undefined
  );
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

/** An answer that no model writes: its Markdown, the sources that it cites, and its BCP 47 language tag. */
type FixedAnswer = Pick<Answer, 'text' | 'sources' | 'language'>;

/** The name that such answers report as their model. */
const MODEL = 'instant';

/**
 * The events of an answer that needs no search and no model. `startedAtMs` is by `performance.now()`.
 * @throws the reason of `signal` if it has aborted
 */
async function* emitFixedAnswer(
  { text, sources, language }: FixedAnswer,
  startedAtMs: number,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (signal.aborted) throw abortReason(signal);
  yield { type: 'sources', sources, language };
  const beforeTextMs = performance.now() - startedAtMs;
  await loadFormulasFor(text);
  yield { type: 'answer-delta', text };
  const { html, speech } = await renderWithFormulas(text, sources, language);
  const totalMs = performance.now() - startedAtMs;
  const unusedSteps = { searchMs: 0, readMs: 0, selectMs: 0, checkMs: 0 };
  const timing = {
    ...unusedSteps,
    firstTextMs: beforeTextMs,
    writeMs: beforeTextMs,
    renderMs: totalMs - beforeTextMs,
    totalMs,
  };
  yield { type: 'timing', timing };
  const withoutModel = {
    model: MODEL,
    slot: null,
    tokensUsed: 0,
    error: null,
    errorMissingInText: false,
  } as const;
  yield { type: 'answer-end', answer: { text, html, speech, sources, language, ...withoutModel } };
}
