import type { FitDeep, FitSources } from '../../core/budget.ts';
import type { Question } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { type ModelToMeasure, measurePace } from '../../models/measure-pace.ts';
import type { ThroughputMeter } from '../../models/throughput-meter.ts';
import { fitDeep } from '../fit-deep.ts';
import { createFitSources } from '../fit-sources.ts';
import { toFrame } from '../prompt.ts';
import type { PromptProfile } from '../prompt-profile.ts';
import type { PromptLimits } from '../prompt-tokens.ts';
import type { Writer } from '../writer.ts';
import { withFittedLength } from './fit-length.ts';

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
export type SpeedLimits = {
  readonly fitSources: FitSources;
  readonly fitDeep: FitDeep;
  /** The writer with answers that end in time. */
  fitLength(writer: Writer): Writer;
  /** Measures the speed with one call. Never throws. */
  measure(signal: AbortSignal): Promise<void>;
  /** Measures the speed, and says how much source text answers get, unless it is usual. Never throws. */
  describe(signal: AbortSignal): Promise<string>;
};

/** How answers follow the speed of a model. */
export type Fitting = {
  /** The time from the question to the first word, in milliseconds. */
  readonly targetMs: number;
  /** The amount of source text in a deep answer by a fast model, in tokens. */
  readonly deepTokens: number;
};

type PacedOptions = Omit<ModelToMeasure, 'prompt'> &
  Fitting & {
    readonly profile: () => PromptProfile;
    readonly limits: PromptLimits;
  };

/** Fits the answers of a model to its speed. */
export function fitToModelSpeed(
  meter: ThroughputMeter,
  { targetMs, deepTokens, timeoutMs, limits, profile, ...measured }: PacedOptions,
): SpeedLimits {
  const fitSources = createFitSources({ pace: meter, profile, targetMs, usualTokens: limits.contextTokens });
  const measure = (signal: AbortSignal) =>
    measurePace(meter, { ...measured, timeoutMs, prompt: toFrame(USUAL, new Date(), profile()) }, signal);
  return {
    fitSources,
    fitLength: (writer) => withFittedLength(writer, { pace: meter, profile, timeoutMs }),
    fitDeep: () => fitDeep({ pace: meter, timeoutMs, contextTokens: deepTokens }),
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
