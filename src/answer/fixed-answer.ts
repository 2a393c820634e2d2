import { loadFormulasFor } from '@sayso/markdown';
import type { Answer, Render } from '../core/answer.ts';
import { abortReason } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';

/** An answer that no model writes: its Markdown, the sources that it cites, and its BCP 47 language tag. */
export type FixedAnswer = Pick<Answer, 'text' | 'sources' | 'language'>;

/** The name that such answers report as their model. */
const MODEL = 'instant';

/**
 * The events of an answer that needs no search and no model. `startedAtMs` is by `performance.now()`.
 * @throws the reason of `signal` if it has aborted
 */
export async function* emitFixedAnswer(
  { text, sources, language }: FixedAnswer,
  { render, startedAtMs }: { readonly render: Render; readonly startedAtMs: number },
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  if (signal.aborted) throw abortReason(signal);
  yield { type: 'sources', sources, language };
  const beforeTextMs = performance.now() - startedAtMs;
  await loadFormulasFor(text);
  yield { type: 'answer-delta', text };
  const { html, speech } = await render(text, sources, language);
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
