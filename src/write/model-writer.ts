import { estimateTokens } from '@sayso/text/tokens.ts';
import { abortReason, type Deadline, sleep, startDeadline } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import { addUsage, toUsage } from '../core/usage.ts';
import type { LanguageModelLike, Prompt } from '../models/language-model.ts';
import {
  isTooLong,
  retryDelayMs,
  type SettingsPrefix,
  StreamFault,
  subjectOf,
  toModelFailure,
  toTimeoutFailure,
} from '../models/model-failure.ts';
import { type ModelStream, openModelStream } from '../models/model-stream.ts';
import type { PromptProfile } from './prompt.ts';
import { toPrompt } from './prompt.ts';
import type { Writer, WritingTask, WrittenPart } from './writer.ts';

/** The model that writes, and its time limits. */
type ModelWriterOptions = {
  readonly model: LanguageModelLike;
  /** Reported as `model`; it may be known only after the first call to the model's API. */
  readonly name: () => string;
  /** The time from the call to the last token, including a retry. */
  readonly timeoutMs: number;
  /** How the model is told what to do; `full` if absent. */
  readonly profile?: () => PromptProfile;
  /** Prefix of the settings in a failure message; `MODEL_` by default. */
  readonly settingsPrefix?: SettingsPrefix;
};

/**
 * The maximum length of an answer: ten times the longest useful one. A model that repeats itself endlessly is
 * stopped here.
 */
const MAX_ANSWER_CHARS = 16_000;
/** The same for work on a text, which may be a translation of the longest message. */
const MAX_TASK_CHARS = 100_000;
/** If a call would leave fewer tokens than this for the reply, it is not made. */
const MIN_REPLY_TOKENS = 100;

/**
 * A writer that asks a language model in one call, without tools, so that small local models can do it.
 *
 * Usage is yielded as soon as the model's API accepts a call, so that even an answer that is cut off has a
 * count, and again at the end. It covers every accepted call, retries included: the API's count if it reports
 * one, otherwise an estimate. A call that the API refuses costs nothing.
 */
export function createModelWriter(options: ModelWriterOptions): Writer {
  return {
    get name() {
      return options.name();
    },
    needsSources: false,
    write: (task, signal) => write(options, task, signal),
  };
}

/**
 * Tries a second time only before the first token, and only if the error suggests that this may help. A task
 * with a token limit is tried only once: the calls for its answer are limited too, and the caller tries again
 * with a shorter prompt.
 */
async function* write(
  options: ModelWriterOptions,
  task: WritingTask,
  signal: AbortSignal,
): AsyncGenerator<WrittenPart> {
  using deadline = startDeadline(options.timeoutMs, signal);
  const prompt = withinWindow(toPrompt(task, new Date(), options.profile?.()), task, options);
  const account = startAccount(prompt);
  const maxReplyTokens = task.maxTokens === undefined ? undefined : task.maxTokens - account.promptTokens;
  if (maxReplyTokens !== undefined && maxReplyTokens < MIN_REPLY_TOKENS)
    throw new Failure('model-unavailable', 'The tokens for this answer are used up.');
  const attempts = task.maxTokens === undefined ? 2 : 1;
  for (let attempt = 1; ; attempt++) {
    let stream: ModelStream | undefined;
    try {
      const { data, intent, text } = task.question;
      // A text to work on may be for a program, and then its result is, too.
      const asked = intent === 'task' ? null : text;
      const bounded = { ...prompt, maxReplyTokens, data, asked };
      stream = await openModelStream(options.model, bounded, deadline.signal);
      yield account.soFar(stream);
      const maxChars = intent === undefined ? MAX_ANSWER_CHARS : MAX_TASK_CHARS;
      let length = 0;
      for (let piece = await stream.next(); piece !== undefined; piece = await stream.next()) {
        const text = piece.slice(0, maxChars - length).toWellFormed();
        const isFirst = length === 0;
        length += text.length;
        yield { type: 'text', text };
        // Thinking before the first text counts even if the answer is cut off later.
        if (isFirst && stream.receivedChars > text.length) yield account.soFar(stream);
        if (length >= maxChars) throw new StreamFault('endless');
      }
      yield account.soFar(stream);
      // Nothing may follow data.
      if (stream.cut !== null && data === undefined) yield { type: 'cut', ...stream.cut };
      return;
    } catch (error) {
      if (isTooLong(error)) options.model.meter?.noteTooLong(account.promptTokens);
      if (stream !== undefined) yield account.close(stream);
      const delayMs = attempt < attempts && stream?.started !== true ? retryDelayMs(error) : undefined;
      if (delayMs === undefined || deadline.signal.aborted)
        throw toWriterFailure(error, options, { deadline, signal });
      stream?.close();
      await sleep(delayMs, deadline.signal).catch((reason: unknown) => {
        throw toWriterFailure(reason, options, { deadline, signal });
      });
    } finally {
      stream?.close();
    }
  }
}

/** Estimates are high by up to this share. */
const ESTIMATE_MARGIN = 1.1;

/**
 * The prompt without the oldest messages that do not fit into the window. The sources have been chosen to fit.
 * @throws Failure if not even the last message fits
 */
function withinWindow(
  prompt: Prompt,
  { question: { intent, text } }: WritingTask,
  { model: { meter }, name }: ModelWriterOptions,
): Prompt {
  const windowTokens = meter?.windowTokens ?? null;
  if (windowTokens === null || meter?.isGrowing === true) return prompt;
  const room = (windowTokens - MIN_REPLY_TOKENS) * ESTIMATE_MARGIN;
  // A token has at least one character, and usually more.
  if (intent === undefined && text.length < room) return prompt;
  const turns = [...(prompt.turns ?? [])];
  let tokens = intent === undefined ? estimateTokens(text) : tokensOf(prompt);
  while (tokens > room && turns.length > 0) tokens -= estimateTokens(turns.shift()?.text ?? '');
  if (tokens <= room) return { ...prompt, turns };
  throw new Failure(
    'model-unavailable',
    `${subjectOf(name())} has a context window of about ${windowTokens} tokens, and this message has about ` +
      `${tokens}: send a shorter one.`,
  );
}

/** The instructions are half of a prompt, and they are the same all day. */
let instructions = { text: '', tokens: 0 };

function tokensOf({ system, turns = [], user }: Prompt): number {
  if (instructions.text !== system) instructions = { text: system, tokens: estimateTokens(system) };
  const earlier = turns.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  return instructions.tokens + earlier + estimateTokens(user);
}

/** Counts the tokens of all calls for one prompt. */
function startAccount(prompt: Prompt) {
  const promptTokens = tokensOf(prompt);
  let spent = toUsage({ input: 0, output: 0 });
  const usageSoFar = (stream: ModelStream) => addUsage(spent, stream.usageFor(promptTokens));
  const soFar = (stream: ModelStream): WrittenPart => ({ type: 'usage', ...usageSoFar(stream) });
  return {
    promptTokens,
    soFar,
    /** The usage after a call that failed. Its tokens are included in the usage of later calls. */
    close(stream: ModelStream): WrittenPart {
      spent = usageSoFar(stream);
      return { type: 'usage', ...spent };
    },
  };
}

function toWriterFailure(
  error: unknown,
  options: ModelWriterOptions,
  { deadline, signal }: { readonly deadline: Deadline; readonly signal: AbortSignal },
): Failure {
  if (signal.aborted) return abortReason(signal);
  const name = options.name();
  return deadline.expired
    ? toTimeoutFailure(name, options.timeoutMs)
    : toModelFailure(error, name, options.settingsPrefix);
}
