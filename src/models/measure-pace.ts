import { startDeadline } from '../core/deadline.ts';
import type { ContextWindow } from './find-context-window.ts';
import type { LanguageModelLike } from './language-model.ts';
import type { Prompt } from './prompt.ts';
import { callShortly } from './short-call.ts';
import type { ThroughputMeter } from './throughput-meter.ts';

/** Enough to measure how fast a model writes; the rest of the reply is not waited for. */
const REPLY_CHARS = 60;

/** The model to measure. */
export type ModelToMeasure = {
  readonly model: LanguageModelLike;
  /** Null if its server does not report the window. */
  readonly contextWindow: ((signal: AbortSignal) => Promise<ContextWindow | null>) | null;
  /** Begins like the prompts of answers, so that the server has their beginning in its cache. */
  readonly prompt: Prompt;
  /** The longest time of a call, in milliseconds. */
  readonly timeoutMs: number;
};

/** Finds a model's window and speed with one call, unless its server reports none. Never throws. */
export async function measurePace(
  meter: ThroughputMeter,
  { model, contextWindow, prompt, timeoutMs }: ModelToMeasure,
  signal: AbortSignal,
): Promise<void> {
  using deadline = startDeadline(timeoutMs, signal);
  const window = (await contextWindow?.(deadline.signal).catch(() => null)) ?? null;
  if (window === null) return;
  meter.windowTokens = window.tokens;
  const limits = { timeoutMs, maxChars: REPLY_CHARS };
  await callShortly(model, { prompt, limits }, deadline.signal);
}
