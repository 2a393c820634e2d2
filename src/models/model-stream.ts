import { estimateTokens } from '@sayso/text/tokens.ts';
import { abortReason, untilAborted } from '../core/deadline.ts';
import type { FailureCode } from '../core/failure.ts';
import type { DataForm } from '../core/question.ts';
import { type CallObserver, type CutPrompt, toUsage, type Usage } from '../core/usage.ts';
import {
  type JsonMode,
  type LanguageModelLike,
  type ModelPart,
  type Prompt,
  toMessages,
} from './language-model.ts';
import { readModelError, StreamFault } from './model-failure.ts';
import type { CallClock } from './throughput-meter.ts';
import { withoutCalls } from './without-calls.ts';
import { withoutThinking } from './without-thinking.ts';

/** The prompt for a model, and the limits of its reply. */
type BoundedPrompt = Prompt & {
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
  const wholePrompt = system + turns.map(({ text }) => text).join('') + user;
  const clock = model.meter?.start(wholePrompt);
  const observer = model.observe?.();
  const opening = data === undefined ? open() : openAsJson(data);
  const maxTokens = prompt.maxReplyTokens ?? Number.POSITIVE_INFINITY;
  const asked = data === undefined ? (prompt.asked ?? null) : null;
  const { costOf } = model;
  return streamOf(opening, { maxTokens, asked, clock, observer, costOf, prompt: wholePrompt }, signal);
}

type StreamPromise = Promise<{ readonly stream: ReadableStream<ModelPart> }>;

async function streamOf(
  opening: StreamPromise,
  options: StreamOptions,
  signal: AbortSignal,
): Promise<ModelStream> {
  const { stream } = await untilAborted(opening, signal).catch((error: unknown) => {
    options.observer?.end(errorTypeOf(signal), null);
    if (signal.aborted) closeLate(opening);
    throw signal.aborted ? abortReason(signal) : error;
  });
  return new ModelStream(stream, options, signal);
}

/** Why a call failed. */
function errorTypeOf(signal: AbortSignal): FailureCode {
  return signal.aborted ? abortReason(signal).code : 'model-unavailable';
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

/** Characters collected before tokens are estimated: cheaper and more exact than piece by piece. */
const MAX_UNCOUNTED_CHARS = 16_384;
/** Models think far less before an answer; one that repeats its thoughts endlessly is stopped here. */
const MAX_RECEIVED_CHARS = 1_000_000;
/** Tokens are counted once for this many characters; counting more often is not worth the time. */
const MIN_CHECKED_CHARS = 100;
/** A character that readers see: no space, control or format character, no replacement for a broken one. */
const VISIBLE = /[^\s\p{C}\ufffd]/u;

/** Longer thinking is no answer. */
const MAX_THOUGHTS_CHARS = 16_000;

/**
 * Some servers send an answer as thinking if the model does not think. An answer cites its sources at the end
 * of sentences and ends with one.
 */
function isAnswer(thoughts: string): boolean {
  const end = thoughts.trimEnd().slice(-40);
  return (
    thoughts.length < MAX_THOUGHTS_CHARS &&
    /\[\d{1,3}\][.。!?]?$|[.。!?]$/.test(end) &&
    CITED_END.test(thoughts)
  );
}

/** A citation at the end of a sentence. */
const CITED_END = /\[\d{1,3}\][.。!?]|[.。!?] ?\[\d{1,3}\]/;

/** The limit of a reply, and what measures it. */
type StreamOptions = {
  /** A longer reply, thinking included, is a StreamFault. */
  readonly maxTokens: number;
  /** What is asked; null if the reply is for a program, so that calls and objects in it stay. */
  readonly asked: string | null;
  readonly clock?: CallClock | undefined;
  readonly observer?: CallObserver | undefined;
  readonly costOf: LanguageModelLike['costOf'];
  /** The whole prompt, to estimate its tokens. */
  readonly prompt: string;
};

/** The answer of a model as it arrives. */
export class ModelStream {
  /** True from the first token on, thinking included. */
  started = false;
  /** What the server cut off the prompt, known at the end; null if nothing. */
  cut: CutPrompt | null = null;
  readonly #reader: ReadableStreamDefaultReader<ModelPart>;
  readonly #signal: AbortSignal;
  readonly #maxTokens: number;
  readonly #clock: CallClock | undefined;
  #observer: CallObserver | undefined;
  readonly #costOf: LanguageModelLike['costOf'];
  readonly #prompt: string;
  /** How the call ended so far; if nothing else is noted, its reader has left. */
  #errorType: FailureCode | '' = 'cancelled';
  readonly #characters = wholeCharacters();
  readonly #thinking = withoutThinking();
  readonly #calls: ReturnType<typeof withoutCalls> | null;
  /** What arrived as thinking, up to a limit. */
  #thoughts = '';
  #recognised = false;
  #hasText = false;
  /** The text before the first visible character. */
  #unseen = '';
  #finish: string | undefined;
  #usage: ModelPart['usage'];
  /** Text and thinking not yet included in `#countedTokens`. */
  #received = '';
  #countedTokens = 0;
  #receivedChars = 0;
  /** The tokens are counted again when this many characters have arrived. */
  #checkAtChars: number;

  constructor(
    stream: ReadableStream<ModelPart>,
    { maxTokens, asked, clock, observer, costOf, prompt }: StreamOptions,
    signal: AbortSignal,
  ) {
    this.#calls = asked === null ? null : withoutCalls(asked);
    this.#clock = clock;
    this.#observer = observer;
    this.#costOf = costOf;
    this.#prompt = prompt;
    this.#maxTokens = maxTokens;
    this.#checkAtChars = maxTokens;
    this.#reader = stream.getReader();
    this.#signal = signal;
    // Cancelling settles a pending read at once, even if its source hangs.
    signal.addEventListener('abort', this.close, { once: true });
  }

  /** What the call took so far, with its cost: the counts of the API, or an estimate. */
  usageFor(promptTokens: number): Usage {
    const usage = this.usage ?? toUsage({ input: promptTokens, output: this.receivedTokens });
    return this.#costOf === undefined ? usage : { ...usage, cost: this.#costOf(usage) };
  }

  /** The token counts of the API; undefined if it reported none or impossible ones. */
  get usage(): Usage | undefined {
    const input = Math.round(this.#usage?.inputTokens.total ?? 0);
    const output = Math.round(this.#usage?.outputTokens.total ?? 0);
    const tokens = input + output;
    if (tokens <= 0 || !Number.isSafeInteger(tokens)) return undefined;
    return input > 0 && output > 0 ? toUsage({ input, output }) : { tokens };
  }

  /** The characters received so far, including those of the thinking. */
  get receivedChars(): number {
    return this.#receivedChars;
  }

  /** An estimate of the tokens received so far, including thinking; computed anew each time. */
  get receivedTokens(): number {
    return this.#countedTokens + estimateTokens(this.#received);
  }

  /**
   * The next part of the answer, never empty; undefined at its end. Throws the signal's reason, a StreamFault
   * (such as an end without any text), or the error that the model's client threw.
   */
  async next(): Promise<string | undefined> {
    let text: string | undefined;
    try {
      text = await this.#read();
    } catch (error) {
      this.#errorType = errorTypeOf(this.#signal);
      throw this.#signal.aborted ? abortReason(this.#signal) : error;
    }
    if (this.#signal.aborted) throw abortReason(this.#signal);
    if (text !== undefined && !this.#hasText) this.#observer?.begin();
    this.#hasText ||= text !== undefined;
    if (text === undefined) this.#errorType = this.#hasText ? '' : 'model-unavailable';
    if (text === undefined && !this.#hasText) throw new StreamFault(this.#emptiness());
    return text;
  }

  /** What calls of tools in the text so far would have searched for. */
  get queries(): readonly string[] {
    return this.#calls?.queries ?? [];
  }

  /** The whole answer; of a longer one than `maxChars`, its beginning. Throws as `next` does. */
  async readText(maxChars: number): Promise<string> {
    let text = '';
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) {
      text += piece;
      if (text.length > maxChars) break;
    }
    return text;
  }

  /** Ends the upstream call if it is still running. */
  readonly close = (): void => {
    this.#signal.removeEventListener('abort', this.close);
    this.#clock?.end(this.receivedTokens);
    this.#report();
    this.#reader.cancel().catch(() => undefined);
  };

  /** Tells the observer how the call ended, once. */
  #report(): void {
    const observer = this.#observer;
    if (observer === undefined) return;
    this.#observer = undefined;
    const isCut = this.#errorType === 'cancelled' && this.#signal.aborted;
    const usage = this.usage ?? this.usageFor(estimateTokens(this.#prompt));
    observer.end(isCut ? errorTypeOf(this.#signal) : this.#errorType, usage);
  }

  async #read(): Promise<string | undefined> {
    while (true) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      const text = this.#fromFirstVisible(this.#take(value));
      if (text !== '') return text;
    }
    if (this.#finish === undefined) throw new StreamFault(this.#brokenOff());
    const last = this.#thinking.push(this.#characters.end()) + this.#thinking.end();
    const rest = this.#fromFirstVisible(this.#withoutCalls(last) + (this.#calls?.end() ?? ''));
    if (rest !== '') return rest;
    if (!this.#hasText && this.#finish === 'stop' && isAnswer(this.#thoughts))
      return this.#withoutCalls(this.#thoughts) + (this.#calls?.end() ?? '') || undefined;
    if (this.#hasText && this.#finish === 'length') throw new StreamFault('cut-by-limit');
    if (this.#hasText && this.#finish === 'content-filter') throw new StreamFault('cut-by-filter');
    return undefined;
  }

  /** Holds text back until it shows something: an answer that has only control characters counts as empty. */
  #fromFirstVisible(text: string): string {
    if (this.#hasText) return text;
    this.#unseen += text;
    return VISIBLE.test(text) ? this.#unseen : '';
  }

  #take(part: ModelPart): string {
    switch (part.type) {
      case 'text-delta':
        this.#receive(part);
        return this.#withoutCalls(this.#thinking.push(this.#characters.push(part.delta ?? '')));
      case 'reasoning-delta':
        this.#receive(part);
        if (this.#thoughts.length < MAX_THOUGHTS_CHARS) this.#thoughts += part.delta ?? '';
        return '';
      case 'response-metadata':
        this.#recognised = true;
        return '';
      case 'finish':
        this.#end(part);
        return '';
      case 'error':
        throw this.#toFault(part.error);
      default:
        return '';
    }
  }

  #withoutCalls(text: string): string {
    return this.#calls?.push(text) ?? text;
  }

  #receive({ delta = '' }: ModelPart): void {
    this.started = true;
    this.#clock?.receive();
    this.#received += delta;
    this.#receivedChars += delta.length;
    if (this.#receivedChars > MAX_RECEIVED_CHARS) throw new StreamFault('endless');
    if (this.#receivedChars > this.#checkAtChars) this.#checkTokens();
    if (this.#received.length < MAX_UNCOUNTED_CHARS) return;
    this.#countedTokens = this.receivedTokens;
    this.#received = '';
  }

  /** A token has at least one character, so nothing is counted until that many more have arrived. */
  #checkTokens(): void {
    const tokensLeft = this.#maxTokens - this.receivedTokens;
    if (tokensLeft <= 0) throw new StreamFault('endless');
    this.#checkAtChars = this.#receivedChars + Math.max(tokensLeft, MIN_CHECKED_CHARS);
  }

  #end({ finishReason, usage, times }: ModelPart): void {
    // Some providers send a finish part of their own at the end of a broken stream.
    if (finishReason?.unified === 'interrupted') throw new StreamFault(this.#brokenOff());
    if (finishReason?.unified === 'error' || finishReason?.raw === 'error') throw new StreamFault('cut');
    this.#finish = finishReason?.unified ?? 'other';
    this.#usage = usage;
    const promptTokens = usage?.inputTokens.total;
    const isFull = this.#finish === 'length';
    this.cut = this.#clock?.end(this.receivedTokens, { times, promptTokens, isFull }) ?? null;
  }

  /** The SDK's errors about a stream contain its text, so only their names are used. */
  #toFault(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    if (error.name === 'AI_JSONParseError' || error.name === 'AI_TypeValidationError')
      return new StreamFault('garbage');
    if (error.name !== 'AI_InvalidResponseDataError') return error;
    return new StreamFault(this.#brokenOff());
  }

  #brokenOff(): 'cut' | 'foreign' {
    return this.#recognised || this.started ? 'cut' : 'foreign';
  }

  #emptiness(): 'filtered' | 'no-room' | 'only-call' | 'only-thinking' | 'empty' {
    if (this.#finish === 'content-filter') return 'filtered';
    if (this.#finish === 'length') return 'no-room';
    if (this.#calls?.hasCall === true) return 'only-call';
    return this.started && this.#unseen === '' ? 'only-thinking' : 'empty';
  }
}

/** Passes text on without splitting a character; `end` returns what was held back, once. */
type WholeCharacters = { push(piece: string): string; end(): string };

const HALF_AT_END = /[\ud800-\udbff]$/;

/**
 * Joins characters whose two surrogates a model's server sent in two pieces. A lone surrogate becomes U+FFFD:
 * in JSON, it would be an escape that strict parsers reject (RFC 8259, 8.2).
 */
function wholeCharacters(): WholeCharacters {
  let half = '';
  return {
    push(piece) {
      const text = half + piece;
      half = HALF_AT_END.exec(text)?.[0] ?? '';
      return (half === '' ? text : text.slice(0, -1)).toWellFormed();
    },
    end() {
      const rest = half.toWellFormed();
      half = '';
      return rest;
    },
  };
}
