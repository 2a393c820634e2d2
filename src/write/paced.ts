import type { FitSources } from '../core/budget.ts';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { type ModelToMeasure, measurePace } from '../models/measure-pace.ts';
import type { PaceMeter } from '../models/pace-meter.ts';
import { createFitSources } from './fit-sources.ts';
import { toFrame } from './prompt.ts';
import type { PromptLimits } from './prompt-tokens.ts';

/** A usual question. */
const USUAL: Question = {
  id: '',
  text: 'Which are the ten largest cities of the world?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: 0,
};
/** The usual time of searching and reading, in milliseconds. */
const SEARCH_MS = 1500;

/** What follows the speed of a model. */
export type Paced = {
  readonly fitSources: FitSources;
  /** Measures the speed with one call. Never throws. */
  measure(signal: AbortSignal): Promise<void>;
  /** Measures the speed, and says how much source text answers get, unless it is usual. Never throws. */
  describe(signal: AbortSignal): Promise<string>;
};

/** Fits the answers of a model to its speed. */
export function createPaced(
  meter: PaceMeter,
  {
    targetMs,
    limits,
    ...measured
  }: Omit<ModelToMeasure, 'prompt'> & { readonly targetMs: number; readonly limits: PromptLimits },
): Paced {
  const fitSources = createFitSources({ pace: meter, targetMs, usualTokens: limits.contextTokens });
  const measure = (signal: AbortSignal) =>
    measurePace(meter, { ...measured, prompt: toFrame(USUAL, new Date()) }, signal);
  return {
    fitSources,
    measure,
    async describe(signal) {
      await measure(signal);
      const times = { elapsedMs: SEARCH_MS, remainingMs: Number.POSITIVE_INFINITY };
      const { contextTokens, reason } = fitSources(USUAL, times);
      return reason === undefined
        ? ''
        : `answers get up to ${contextTokens} tokens of source text: ${reason}`;
    },
  };
}
