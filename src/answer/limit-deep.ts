import type { FitDeep, FitSources } from '../core/budget.ts';
import type { Answerer } from '../core/run.ts';

const SLOW_MODEL = 'the model is too slow to read more in the time of one call';

/**
 * Ends each deep answer after a time, in milliseconds, that follows the speed of the model; after
 * `unmeasuredMs` while the speed is not known. An earlier deadline of the question stays.
 */
export function limitDeepTime(answer: Answerer, fit: FitDeep, unmeasuredMs: number): Answerer {
  return (run) => {
    const { question } = run;
    const endAtMs = performance.now() + (fit()?.deadlineMs ?? unmeasuredMs);
    const deadlineAtMs = Math.min(question.deadlineAtMs, endAtMs);
    return answer({ ...run, question: { ...question, deadlineAtMs } });
  };
}

/** The source text of deep answers, which follows the speed of the model; at most `maxTokens`. */
export function limitDeepSources(fit: FitDeep, maxTokens: number): FitSources {
  return ({ maxSources }) => {
    const contextTokens = fit()?.contextTokens ?? maxTokens;
    return contextTokens < maxTokens
      ? { maxSources, contextTokens, reason: SLOW_MODEL }
      : { maxSources, contextTokens };
  };
}
