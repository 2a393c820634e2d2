import type { FitDeep, FitSources } from '../core/budget.ts';
import type { Answerer } from '../core/events.ts';

const SLOW = 'the model reads more too slowly for the time of one call';

/** Deep answers whose time follows the speed of the model; `unmeasuredMs` until the speed is known. */
export function limitDeepTime(answer: Answerer, fit: FitDeep, unmeasuredMs: number): Answerer {
  return (question, ...signals) => {
    const endAtMs = performance.now() + (fit()?.deadlineMs ?? unmeasuredMs);
    return answer({ ...question, deadlineAtMs: Math.min(question.deadlineAtMs, endAtMs) }, ...signals);
  };
}

/** The source text of deep answers, which follows the speed of the model; at most `maxTokens`. */
export function limitDeepSources(fit: FitDeep, maxTokens: number): FitSources {
  return ({ maxSources }) => {
    const contextTokens = fit()?.contextTokens ?? maxTokens;
    return contextTokens < maxTokens
      ? { maxSources, contextTokens, reason: SLOW }
      : { maxSources, contextTokens };
  };
}
