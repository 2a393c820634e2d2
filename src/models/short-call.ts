import { estimateTokens } from '@sayso/text/tokens.ts';
import { startDeadline } from '../core/deadline.ts';
import { addSpent, type Spent } from '../core/usage.ts';
import type { LanguageModelLike, Prompt } from './language-model.ts';
import { type ModelStream, openModelStream } from './model-stream.ts';

/** The limits of a short call. */
type CallLimits = {
  readonly timeoutMs: number;
  /** A longer reply is cut here. */
  readonly maxChars: number;
  /** The limit for prompt and reply together; a longer prompt is not sent. */
  readonly maxTokens?: number;
  /** The question for which queries are wanted; if the model calls a search instead, its queries count. */
  readonly queriesFor?: string;
};

/** The reply, empty if the call failed, and what it took. */
type ShortReply = { readonly text: string } & Spent;

/** Asks a model for a few words in one call, without a second try. Never throws. */
export async function callShortly(
  model: LanguageModelLike,
  { prompt, limits }: { readonly prompt: Prompt; readonly limits: CallLimits },
  signal: AbortSignal,
): Promise<ShortReply> {
  const { timeoutMs, maxChars, maxTokens = Number.POSITIVE_INFINITY, queriesFor } = limits;
  const promptTokens = estimateTokens(prompt.system) + estimateTokens(prompt.user);
  if (promptTokens >= maxTokens) return { text: '', ...addSpent() };
  using deadline = startDeadline(timeoutMs, signal);
  /** A call that the API did not accept costs nothing. */
  const spent = (opened: ModelStream | undefined) =>
    opened === undefined ? addSpent() : addSpent(opened.usageFor(promptTokens));
  let stream: ModelStream | undefined;
  try {
    const bounded = { ...prompt, maxReplyTokens: maxTokens - promptTokens, asked: queriesFor };
    stream = await openModelStream(model, bounded, deadline.signal);
    const text = await stream.readText(maxChars);
    return { text: stream.queries.join('\n') || text, ...spent(stream) };
  } catch {
    return { text: stream?.queries.join('\n') ?? '', ...spent(stream) };
  } finally {
    stream?.close();
  }
}
