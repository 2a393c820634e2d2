import { abortReason, sleep, startDeadline } from '../../core/deadline.ts';
import { estimateTokens } from '../../core/tokens.ts';
import { addUsage, toUsage, type Usage } from '../../core/usage.ts';
import { type Prompt, toPrompt } from '../prompt.ts';
import type { Writer, WritingTask, WrittenPart } from '../writer.ts';
import type { LanguageModelLike } from './language-model.ts';
import { type SettingsPrefix, toModelFailure, toTimeoutFailure } from './model-failure.ts';
import { type ModelStream, openModelStream } from './model-stream.ts';
import { retryDelayMs } from './retry.ts';
import { StreamFault } from './stream-fault.ts';

/** The model that writes, and how long it may take. */
export type ModelWriterOptions = {
  readonly model: LanguageModelLike;
  /** Reported as `model`; a function if it is known only after the first call to the model's API. */
  readonly name: string | (() => string);
  /** From the call to the last token, including a retry. */
  readonly timeoutMs: number;
  /** Returns the date that the prompt gives as today. */
  readonly now: () => Date;
  /** Prefix of the settings that a failure message names; `MODEL_` by default. */
  readonly settingsPrefix?: SettingsPrefix;
};

/** Ten times the longest useful answer. A model that repeats itself endlessly is stopped here. */
const MAX_ANSWER_CHARS = 16_000;

/**
 * A writer that asks a language model in one call, without tools or JSON mode, so that small local models can
 * do it.
 *
 * Usage is yielded as soon as the model's API accepts a call, so that even an answer that is cut off has a
 * count, and again at the end. It covers every accepted call, retries included: the API's count where it
 * reports one, otherwise an estimate. A call that the API refuses costs nothing.
 */
export function createModelWriter(options: ModelWriterOptions): Writer {
  const name = () => (typeof options.name === 'string' ? options.name : options.name());
  return {
    get name() {
      return name();
    },
    needsSources: false,
    write: (task, signal) => write(options, name, task, signal),
  };
}

async function* write(
  { model, timeoutMs, now, settingsPrefix }: ModelWriterOptions,
  name: () => string,
  task: WritingTask,
  signal: AbortSignal,
): AsyncGenerator<WrittenPart> {
  using deadline = startDeadline(timeoutMs, signal);
  try {
    yield* writeWithRetry(model, toPrompt(task, now()), deadline.signal);
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    throw deadline.expired
      ? toTimeoutFailure(name(), timeoutMs)
      : toModelFailure(error, name(), settingsPrefix);
  }
}

/** Tries a second time only before the first token, and only if the error suggests that this may help. */
async function* writeWithRetry(
  model: LanguageModelLike,
  prompt: Prompt,
  signal: AbortSignal,
): AsyncGenerator<WrittenPart> {
  const promptTokens = estimateTokens(prompt.system) + estimateTokens(prompt.user);
  let spent = toUsage({ input: 0, output: 0 });
  for (let attempt = 1; ; attempt++) {
    let stream: ModelStream | undefined;
    const usageSoFar = (opened: ModelStream): Usage =>
      addUsage(spent, opened.usage ?? toUsage({ input: promptTokens, output: opened.receivedTokens }));
    try {
      stream = await openModelStream(model, prompt, signal);
      yield* readAnswer(stream, usageSoFar);
      return;
    } catch (error) {
      if (stream !== undefined) {
        spent = usageSoFar(stream);
        yield { type: 'usage', ...spent };
      }
      const delayMs = attempt === 1 && stream?.started !== true ? retryDelayMs(error) : undefined;
      if (delayMs === undefined || signal.aborted) throw error;
      stream?.close();
      await sleep(delayMs, signal);
    } finally {
      stream?.close();
    }
  }
}

/** The text of one call, with its usage before and after. */
async function* readAnswer(
  stream: ModelStream,
  usageSoFar: (stream: ModelStream) => Usage,
): AsyncGenerator<WrittenPart> {
  yield { type: 'usage', ...usageSoFar(stream) };
  let length = 0;
  for (let piece = await stream.next(); piece !== undefined; piece = await stream.next()) {
    const text = piece.slice(0, MAX_ANSWER_CHARS - length).toWellFormed();
    const isFirst = length === 0;
    length += text.length;
    yield { type: 'text', text };
    // Thinking before the first text counts even if the answer is cut off later.
    if (isFirst) yield { type: 'usage', ...usageSoFar(stream) };
    if (length >= MAX_ANSWER_CHARS) throw new StreamFault('endless');
  }
  yield { type: 'usage', ...usageSoFar(stream) };
}
