import { DEEP_TIME_MS, type DeepLimits } from '../core/budget.ts';
import type { ModelPace } from '../core/model-pace.ts';

/** What limits a deep answer besides the speed of the model. */
export type DeepOptions = {
  readonly pace: ModelPace;
  /** The longest time of one call, in milliseconds. */
  readonly timeoutMs: number;
  /** The amount of source text that a fast model gets, in tokens. */
  readonly contextTokens: number;
};

/** Searching and reading in one round, in milliseconds. */
const ROUND_MS = 10_000;
/** The tokens that each call reads besides the sources, and those that it writes. */
const CALLS = {
  plan: { reads: 150, writes: 80 },
  gap: { reads: 200, writes: 60 },
  write: { reads: 300, writes: 900 },
  correct: { reads: 300, writes: 150 },
} as const;
/** The share of the time of one call in which the sources must be read. */
const READING_SHARE = 0.4;
const MIN_TOKENS = 500;
/** Calls take longer than estimated if the machine is busy. */
const MARGIN = 1.4;
/** The share of the remaining time that planning may take. */
const PLAN_SHARE = 0.25;

/** The limits of a deep answer at this speed, from 90 seconds to 15 minutes; null if unknown. */
export function fitDeep({ pace, timeoutMs, contextTokens: most }: DeepOptions): DeepLimits | null {
  const { readTokensPerSecond: reads, writtenTokensPerSecond: writes } = pace;
  if (reads === null || writes === null) return null;
  const readable = (READING_SHARE * timeoutMs * reads) / 1000 - CALLS.write.reads;
  const contextTokens = Math.round(Math.min(most, Math.max(MIN_TOKENS, readable)));
  const msOf = (call: keyof typeof CALLS) => {
    const sources = call === 'plan' ? 0 : contextTokens;
    const ms = (1000 * (CALLS[call].reads + sources)) / reads + (1000 * CALLS[call].writes) / writes;
    return Math.min(timeoutMs, ms);
  };
  const all = msOf('plan') + msOf('gap') + msOf('write') + msOf('correct');
  const neededMs = MARGIN * all + 2 * ROUND_MS;
  return {
    contextTokens,
    deadlineMs: Math.min(DEEP_TIME_MS.max, Math.max(DEEP_TIME_MS.min, neededMs)),
    // A call that is made may take longer than planned, by the margin once more.
    callMs(call, remainingMs) {
      const ms = MARGIN * msOf(call);
      const freeMs = {
        plan: PLAN_SHARE * remainingMs,
        gap: remainingMs - MARGIN * msOf('write') - ROUND_MS,
        correct: remainingMs,
      }[call];
      return ms <= freeMs ? Math.min(freeMs, MARGIN * ms) : 0;
    },
  };
}
