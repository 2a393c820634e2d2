import { abortReason, sleep, startDeadline } from '../../core/deadline.ts';
import { estimateTokens } from '../../core/tokens.ts';
import { type Prompt, toPrompt } from '../prompt.ts';
import type { TokenSplit, Writer, WritingTask, WrittenPart } from '../writer.ts';
import type { LanguageModelLike } from './language-model.ts';
import { type SettingsPrefix, toModelFailure, toTimeoutFailure } from './model-failure.ts';
import { type ModelStream, openModelStream } from './model-stream.ts';
import { retryDelayMs } from './retry.ts';
import { StreamFault } from './stream-fault.ts';

/** The model that writes, and how long it may take. */
export type ModelWriterOptions = {
  readonly model: LanguageModelLike;
  /** Reported as `model`; a function where it is known only once the model's API was asked. */
  readonly name: string | (() => string);
  /** From the call to the last token, a retry included. */
  readonly timeoutMs: number;
  /** What "today" is. */
  readonly now: () => Date;
  /** Which settings a failure tells to check; those of the first model where it is left out. */
  readonly settingsPrefix?: SettingsPrefix;
};

/** Ten times the longest answer anybody wants: a model that runs in circles is stopped here. */
const MAX_ANSWER_CHARS = 16_000;

/**
 * A writer that asks a language model, in one call: no tools, no JSON mode, so that small local models can do it.
 *
 * An estimate of the prompt's tokens is told right before the first text, for a caller whose answer is cut, and the
 * count of prompt and answer at the end: the API's where it reports one, else an estimate.
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
  let stream: ModelStream | undefined;
  /** What the API counted for calls that brought no text. */
  let spentTokens = 0;
  try {
    const prompt = toPrompt(task, now());
    const promptTokens = estimateTokens(prompt.system) + estimateTokens(prompt.user);
    const opened = await openWithRetry(
      model,
      prompt,
      (tokens) => {
        spentTokens += tokens;
      },
      deadline.signal,
    );
    stream = opened.stream;
    yield { type: 'usage', tokens: promptTokens, split: { input: promptTokens, output: 0 } };
    let text = '';
    let piece = opened.first;
    while (piece !== undefined) {
      const part = piece.slice(0, MAX_ANSWER_CHARS - text.length).toWellFormed();
      text += part;
      yield { type: 'text', text: part };
      if (text.length >= MAX_ANSWER_CHARS) throw new StreamFault('endless');
      piece = await stream.next();
    }
    yield usageOf(stream, { input: promptTokens, output: estimateTokens(text) });
  } catch (error) {
    if (signal.aborted) throw abortReason(signal);
    if (spentTokens > 0) yield { type: 'usage', tokens: spentTokens };
    throw deadline.expired
      ? toTimeoutFailure(name(), timeoutMs)
      : toModelFailure(error, name(), settingsPrefix);
  } finally {
    stream?.close();
  }
}

/** What the API counted, else the estimate. */
function usageOf({ tokens, split }: ModelStream, estimate: TokenSplit): WrittenPart {
  if (tokens === undefined)
    return { type: 'usage', tokens: estimate.input + estimate.output, split: estimate };
  return { type: 'usage', tokens, ...(split !== undefined && { split }) };
}

/** The stream with its first text; tells the tokens of calls that brought none. A second try only before the first token, and only where the error invites it. */
async function openWithRetry(
  model: LanguageModelLike,
  prompt: Prompt,
  onSpent: (tokens: number) => void,
  signal: AbortSignal,
): Promise<{ stream: ModelStream; first: string | undefined }> {
  for (let attempt = 1; ; attempt++) {
    let stream: ModelStream | undefined;
    try {
      stream = await openModelStream(model, prompt, signal);
      return { stream, first: await stream.next() };
    } catch (error) {
      onSpent(stream?.tokens ?? 0);
      stream?.close();
      const delayMs = attempt === 1 && stream?.started !== true ? retryDelayMs(error) : undefined;
      if (delayMs === undefined || signal.aborted) throw error;
      await sleep(delayMs, signal);
    }
  }
}
