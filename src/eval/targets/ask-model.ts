import { detectLanguage } from '@sayso/text/language.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { startDeadline } from '../../core/deadline.ts';
import { Failure } from '../../core/failure.ts';
import type { Prompt } from '../../models/language-model.ts';
import { readModelError, toModelFailure, toTimeoutFailure } from '../../models/model-failure.ts';
import { type ModelStream, openModelStream } from '../../models/model-stream.ts';
import type { ModelProvider } from '../../models/provider.ts';
import type { AskTarget } from './eval-reply.ts';

/** A model, and the longest time for a whole reply in milliseconds. */
export type TimedModel = {
  readonly provider: Pick<ModelProvider, 'model' | 'name'>;
  readonly timeoutMs: number;
};

/** A whole reply of a model. */
export type ModelReply = {
  readonly text: string;
  readonly tokens: number;
  /** From the call to the first word. */
  readonly firstMs: number;
  readonly totalMs: number;
};

/** Statuses of servers that have no room at the moment. */
const BUSY: ReadonlySet<number | undefined> = new Set([429, 503, 529]);
const MAX_REPLY_CHARS = 100_000;

/** The instructions for a model that answers alone; one with its own search gets only the question. */
export const BARE_SYSTEM =
  'Answer the question in one or two sentences. If you do not know the answer, say that you do not know.';

/**
 * Asks a model, or a server that behaves like one, nothing but the question.
 * @param system the instructions; empty for none
 */
export function createAskModel(model: TimedModel, system: string): AskTarget {
  return async ({ question }, signal) => {
    const { text, tokens, firstMs, totalMs } = await callModel(model, { system, user: question }, signal);
    const unknown = { retrieval: null, citations: null };
    const measured = { calls: 1, tokens, firstMs, totalMs };
    const language = detectLanguage(text);
    return { text, language, model: model.provider.name(), failure: null, ...unknown, ...measured };
  };
}

/**
 * Calls a model once and reads its whole reply.
 * @throws Failure `rate-limited` if it has no room now, with the wait that it asks for; `model-unavailable`
 * for every other failure
 */
export async function callModel(
  { provider, timeoutMs }: TimedModel,
  prompt: Prompt,
  signal: AbortSignal,
): Promise<ModelReply> {
  using deadline = startDeadline(timeoutMs, signal);
  const startedAtMs = performance.now();
  let stream: ModelStream | undefined;
  try {
    stream = await openModelStream(provider.model, prompt, deadline.signal);
    const first = (await stream.next()) ?? '';
    const firstMs = performance.now() - startedAtMs;
    const text = first + (await stream.readText(MAX_REPLY_CHARS));
    const promptTokens = () => estimateTokens(prompt.system) + estimateTokens(prompt.user);
    const tokens = stream.usage?.tokens ?? promptTokens() + stream.receivedTokens;
    return { text, tokens, firstMs, totalMs: performance.now() - startedAtMs };
  } catch (error) {
    if (deadline.expired) throw toTimeoutFailure(provider.name(), timeoutMs);
    const failure = toModelFailure(error, provider.name());
    if (!BUSY.has(readModelError(error).status)) throw failure;
    const { message, retryAfterMs } = failure;
    throw new Failure('rate-limited', message, retryAfterMs === undefined ? {} : { retryAfterMs });
  } finally {
    stream?.close();
  }
}
