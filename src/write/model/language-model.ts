import type { Prompt } from '../prompt.ts';

/** A message as the AI SDK's providers take it. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: { type: 'text'; text: string }[] };

/** One call. Neither temperature nor a token limit: some hosted models refuse requests that name them. */
export type ModelCall = { prompt: ModelMessage[]; abortSignal: AbortSignal };

/** Token counts as the model's API reports them; undefined where it reports none. */
export type ModelUsage = {
  readonly inputTokens: { readonly total: number | undefined };
  readonly outputTokens: { readonly total: number | undefined };
};

/** A part of the stream, as far as it is read here. */
export type ModelPart = {
  readonly type: string;
  /** Of `text-delta` and `reasoning-delta`. */
  readonly delta?: string;
  /** Of `error`: whatever went wrong, possibly holding what the upstream sent. */
  readonly error?: unknown;
  /** Of `finish`. */
  readonly finishReason?: { readonly unified: string; readonly raw: string | undefined };
  readonly usage?: ModelUsage;
};

/**
 * What is used of an AI SDK language model, so that every provider of it fits and a test needs none: `doStream` alone,
 * at half the CPU of the SDK's `streamText` (measured), with retry and deadlines of our own.
 */
export type LanguageModelLike = {
  doStream(call: ModelCall): PromiseLike<{ readonly stream: ReadableStream<ModelPart> }>;
};

/** The prompt as messages. */
export function toMessages(prompt: Prompt): ModelMessage[] {
  return [
    { role: 'system', content: prompt.system },
    { role: 'user', content: [{ type: 'text', text: prompt.user }] },
  ];
}
