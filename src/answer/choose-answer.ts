import type { ChooseAnswer, ChooseCalls } from '../core/function-call.ts';
import { UNDETERMINED } from '../lib/text/language.ts';
import type { AnswerDeps } from './steps.ts';

/** The steps for a text that a model wrote without sources. */
type TextSteps = Pick<AnswerDeps, 'createCitationFilter' | 'render'>;

/**
 * Lets a model choose among functions, and makes an answer of its text, without the citations that it
 * invents; data stay as they are. The function returns null if the model gives nothing.
 */
export function createChooseAnswer(
  choose: ChooseCalls,
  { createCitationFilter, render }: TextSteps,
): ChooseAnswer {
  return async (request, signal) => {
    const chosen = await choose(request, signal);
    if (chosen === null) return null;
    const filter = createCitationFilter([], UNDETERMINED);
    const isJson = request.data !== undefined;
    const text = isJson ? chosen.text : filter.push(chosen.text) + filter.end();
    const answer = {
      text,
      ...(await render(text, [], UNDETERMINED)),
      sources: [],
      language: UNDETERMINED,
      model: '',
      searchEngine: 'none',
      tokensUsed: chosen.tokens,
      error: null,
      errorMissingInText: false,
    } as const;
    return { calls: chosen.calls, answer };
  };
}
