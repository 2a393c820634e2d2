import { abortReason, untilAborted } from '../core/deadline.ts';
import type { DataForm } from '../core/question.ts';
import { type JsonMode, type LanguageModelLike, type ModelPart, toMessages } from './language-model.ts';
import { readModelError } from './model-error.ts';
import { ModelStream, type StreamOptions } from './model-stream.ts';
import type { Prompt } from './prompt.ts';

/** The prompt for a model, and the limits of its reply. */
export type BoundedPrompt = Prompt & {
  /** Thinking included; no limit if absent. */
  readonly maxReplyTokens?: number | undefined;
  /** What is asked, which tells calls of tools from examples; null to leave all machine text in the reply. */
  readonly asked?: string | null | undefined;
  /** The form of a reply that is JSON. */
  readonly data?: DataForm | undefined;
};

/**
 * Calls the model once. JSON is requested with the API's own JSON mode, or, if the API refuses that, only by
 * the prompt. A reply of more than `maxReplyTokens`, thinking included, is a StreamFault. Throws the errors
 * of the call; when the signal aborts, throws its reason without waiting for the call.
 */
export async function openModelStream(
  model: LanguageModelLike,
  prompt: BoundedPrompt,
  signal: AbortSignal,
): Promise<ModelStream> {
  const call = { prompt: toMessages(prompt), abortSignal: signal };
  const open = async (format: { responseFormat?: JsonMode } = {}) => model.doStream({ ...call, ...format });
  const openAsJson = (data: DataForm) =>
    open({ responseFormat: toJsonMode(data) }).catch((error: unknown) => {
      if (signal.aborted || !REFUSED.has(readModelError(error).status ?? 0)) throw error;
      return open();
    });
  const { system, turns = [], user, data } = prompt;
  const clock = model.meter?.start(system + turns.map(({ text }) => text).join('') + user);
  const opening = data === undefined ? open() : openAsJson(data);
  const maxTokens = prompt.maxReplyTokens ?? Number.POSITIVE_INFINITY;
  const asked = data === undefined ? (prompt.asked ?? null) : null;
  return streamOf(opening, { maxTokens, asked, clock }, signal);
}

type StreamPromise = Promise<{ readonly stream: ReadableStream<ModelPart> }>;

async function streamOf(
  opening: StreamPromise,
  options: StreamOptions,
  signal: AbortSignal,
): Promise<ModelStream> {
  const { stream } = await untilAborted(opening, signal).catch((error: unknown) => {
    if (signal.aborted) closeLate(opening);
    throw signal.aborted ? abortReason(signal) : error;
  });
  return new ModelStream(stream, options, signal);
}

/** The statuses of servers without JSON mode, or that cannot convert a schema. */
const REFUSED: ReadonlySet<number> = new Set([400, 404, 422, 500, 501]);

/** The JSON mode for a form of data. */
function toJsonMode({ schema }: DataForm): JsonMode {
  return schema === null ? { type: 'json' } : { type: 'json', schema: JSON.parse(schema) };
}

function closeLate(opening: StreamPromise): void {
  opening.then(({ stream }) => stream.cancel()).catch(() => undefined);
}
