import { type Admission, withPermit } from '../admission/admission.ts';
import type { ChooseAnswer, ChooseCalls } from '../core/function-call.ts';
import { UNDETERMINED } from '../lib/text/language.ts';
import type { AnswerDeps } from './steps.ts';

/** The steps for a text that a model wrote without sources. */
type TextSteps = Pick<AnswerDeps, 'createCitationFilter' | 'render'>;

/** Lets a model choose among functions, in a place of its own, and makes an answer of its text. */
export function createChooseAnswer(
  choose: ChooseCalls,
  admission: Admission,
  { createCitationFilter, render }: TextSteps,
): ChooseAnswer {
  return (request, signal) =>
    withPermit(
      admission,
      {
        timeoutMs: request.timeoutMs,
        async call(timeoutMs) {
          const chosen = await choose({ ...request, timeoutMs }, signal);
          if (chosen === null) return null;
          const filter = createCitationFilter([], UNDETERMINED);
          const isData = request.data !== undefined;
          const text = isData ? chosen.text : filter.push(chosen.text) + filter.end();
          const report = { sources: [], language: UNDETERMINED, model: '', searchEngine: 'none' } as const;
          const outcome = { tokensUsed: chosen.tokens, error: null, errorMissingInText: false };
          const forms = { text, ...render(text, [], UNDETERMINED) };
          return { calls: chosen.calls, answer: { ...forms, ...report, ...outcome } };
        },
      },
      signal,
    );
}
