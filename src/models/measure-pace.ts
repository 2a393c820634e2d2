import { startDeadline } from '../core/deadline.ts';
import type { ContextWindow } from './find-context-window.ts';
import type { LanguageModelLike } from './language-model.ts';
import type { PaceMeter } from './pace-meter.ts';
import type { Prompt } from './prompt.ts';
import { callShortly } from './short-call.ts';

/** The slowest machines read the instructions in ten seconds, after they have loaded the model. */
const TIMEOUT_MS = 120_000;
/** Enough to measure how fast a model writes; the rest of the reply is not waited for. */
const REPLY_CHARS = 60;

/** The model to measure. */
export type ModelToMeasure = {
  readonly model: LanguageModelLike;
  /** Null if its server does not report the window. */
  readonly contextWindow: ((signal: AbortSignal) => Promise<ContextWindow | null>) | null;
  /** Begins like the prompts of answers, so that the server has their beginning in its cache. */
  readonly prompt: Prompt;
};

/**
 * Finds out the window and the speed of a model with one call. A server that reports no window is not
 * called: it may be a proxy before a model that costs money. Never throws.
 */
export async function measurePace(
  meter: PaceMeter,
  { model, contextWindow, prompt }: ModelToMeasure,
  signal: AbortSignal,
): Promise<void> {
  using deadline = startDeadline(TIMEOUT_MS, signal);
  const window = (await contextWindow?.(deadline.signal).catch(() => null)) ?? null;
  if (window === null) return;
  meter.windowTokens = window.tokens;
  const limits = { timeoutMs: TIMEOUT_MS, maxChars: REPLY_CHARS };
  await callShortly(model, { prompt, limits }, deadline.signal);
}
