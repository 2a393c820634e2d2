import type { SentTurn } from '../core/question.ts';
import type { CallObserver, Usage } from '../core/usage.ts';
import type { CallTimes, ThroughputMeter } from './throughput-meter.ts';

/** The texts that make up a prompt for a chat model. */
export type Prompt = {
  /** Empty if the model gets no instructions. */
  readonly system: string;
  /** The messages between the instructions and the last message. */
  readonly turns?: readonly SentTurn[];
  readonly user: string;
};

type TextPart = { type: 'text'; text: string };

/** A message in the format of the AI SDK's providers. */
type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: TextPart[] }
  | { role: 'assistant'; content: TextPart[] };

/** One call, without a temperature or a token limit, because some hosted models reject requests with them. */
export type ModelCall = {
  prompt: ModelMessage[];
  abortSignal: AbortSignal;
  responseFormat?: JsonMode;
};

/** The reply must be JSON, and match a JSON Schema if there is one. */
export type JsonMode = { type: 'json'; schema?: Record<string, unknown> };

/** Token counts as the model's API reports them; undefined if it reports none. */
type ModelUsage = {
  readonly inputTokens: { readonly total: number | undefined };
  readonly outputTokens: { readonly total: number | undefined };
};

/** A part of the stream, with the fields that are used. */
export type ModelPart = {
  readonly type: string;
  /** The text of `text-delta` and `reasoning-delta`. */
  readonly delta?: string;
  /** For `error`: the cause, which may contain text from the upstream. */
  readonly error?: unknown;
  /** The reason and the usage of `finish`. */
  readonly finishReason?: { readonly unified: string; readonly raw: string | undefined };
  readonly usage?: ModelUsage;
  /** For `finish`: the times of the call, if the server reports them. */
  readonly times?: CallTimes;
};

/**
 * The part of an AI SDK language model that is used, so that all its providers fit and tests need none of
 * them. Only `doStream` is used, with Sayso's own retry and deadlines; this takes half the CPU time of the
 * SDK's `streamText` (measured).
 */
export type LanguageModelLike = {
  /** Measures the calls of the model; absent if its speed does not matter. */
  readonly meter?: ThroughputMeter;
  /** Called at the start of each call; absent if nobody observes them. */
  observe?(): CallObserver;
  /** What these tokens cost; absent if nothing has a price. */
  costOf?(usage: Usage): number;
  doStream(call: ModelCall): PromiseLike<{ readonly stream: ReadableStream<ModelPart> }>;
};

/** The prompt as messages. */
export function toMessages({ system, turns = [], user }: Prompt): ModelMessage[] {
  const messages = [...turns, { role: 'user', text: user } as const];
  return [
    ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
    ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text' as const, text }] })),
  ];
}

/** A count of tokens in a reply; undefined if the server reports none. */
export function toTokenCount(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** A message as OpenAI's and Ollama's chat APIs accept it. */
type ChatMessage = { readonly role: string; readonly content: string };

/** The messages of a prompt, in the fields that all chat APIs share. */
export function toChatMessages(prompt: readonly ModelMessage[]): readonly ChatMessage[] {
  return prompt.map((message) => {
    if (message.role === 'system') return message;
    return { role: message.role, content: message.content.map(({ text }) => text).join('') };
  });
}

/** The name while none is known, also sent: llama.cpp accepts any, others reply with a clear 404. */
export const UNKNOWN_MODEL = 'default';
