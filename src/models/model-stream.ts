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
  /** What the server cut off the prompt, known at the end; null if nothing. */
  cut: CutPrompt | null = null;
  readonly #reader: ReadableStreamDefaultReader<ModelPart>;
  readonly #signal: AbortSignal;
  readonly #options: StreamOptions;
  readonly #received: Received;
  readonly #text: TextForReaders;
  /** Whether the stream followed the protocol of its API. */
  #recognised = false;
  #hasText = false;
  #finish: string | undefined;
  #usage: ModelPart['usage'];
  /** How the call ended so far; if nothing else is noted, its reader has left. */
  #errorType: FailureCode | '' = 'cancelled';
  #isReported = false;

  constructor(stream: ReadableStream<ModelPart>, options: StreamOptions, signal: AbortSignal) {
    this.#options = options;
    this.#received = new Received(options.maxTokens);
    this.#text = new TextForReaders(options.asked);
    this.#reader = stream.getReader();
    this.#signal = signal;
    // Cancelling settles a pending read at once, even if its source hangs.
    signal.addEventListener('abort', this.close, { once: true });
  }

  /** True from the first token on, thinking included. */
  get started(): boolean {
    return this.#received.hasBegun;
  }

  /** The characters received so far, including those of the thinking. */
  get receivedChars(): number {
    return this.#received.chars;
  }

  /** What calls of tools in the text so far would have searched for. */
  get queries(): readonly string[] {
    return this.#text.calls?.queries ?? [];
  }

  /** What the call took so far, with its cost: the counts of the API, or an estimate. */
  usageFor(promptTokens: number): Usage {
    const { costOf } = this.#options;
    const usage = this.usage ?? toUsage({ input: promptTokens, output: this.#received.tokens });
    return costOf === undefined ? usage : { ...usage, cost: costOf(usage) };
  }

  /** The token counts of the API; undefined if it reported none or impossible ones. */
  get usage(): Usage | undefined {
    const input = Math.round(this.#usage?.inputTokens.total ?? 0);
    const output = Math.round(this.#usage?.outputTokens.total ?? 0);
    const tokens = input + output;
    if (tokens <= 0 || !Number.isSafeInteger(tokens)) return undefined;
    return input > 0 && output > 0 ? toUsage({ input, output }) : { tokens };
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
    if (text !== undefined && !this.#hasText) this.#options.observer?.begin();
    this.#hasText ||= text !== undefined;
    if (text === undefined) this.#errorType = this.#hasText ? '' : 'model-unavailable';
    if (text === undefined && !this.#hasText) throw new StreamFault(this.#emptiness());
    return text;
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
    this.#options.clock?.end(this.#received.tokens);
    this.#report();
    this.#reader.cancel().catch(() => undefined);
  };

  /** Tells the observer how the call ended, once. */
  #report(): void {
    const { observer, prompt } = this.#options;
    if (observer === undefined || this.#isReported) return;
    this.#isReported = true;
    const isCut = this.#errorType === 'cancelled' && this.#signal.aborted;
    const usage = this.usage ?? this.usageFor(estimateTokens(prompt));
    observer.end(isCut ? errorTypeOf(this.#signal) : this.#errorType, usage);
  }

  async #read(): Promise<string | undefined> {
    while (true) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      const text = this.#take(value);
      if (text !== '') return text;
    }
    if (this.#finish === undefined) throw new StreamFault(this.#brokenOff());
    const rest = this.#text.end();
    if (rest !== '') return rest;
    if (!this.#hasText && this.#finish === 'stop') return this.#text.answerInThoughts() || undefined;
    if (this.#hasText && this.#finish === 'length') throw new StreamFault('cut-by-limit');
    if (this.#hasText && this.#finish === 'content-filter') throw new StreamFault('cut-by-filter');
    return undefined;
  }

  /** The text for readers that a part adds. */
  #take({ type, delta = '', ...part }: ModelPart): string {
    switch (type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#options.clock?.receive();
        this.#received.add(delta);
        if (type === 'text-delta') return this.#text.push(delta);
        this.#text.think(delta);
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

  #end({ finishReason, usage, times }: Omit<ModelPart, 'type'>): void {
    // Some providers send a finish part of their own at the end of a broken stream.
    if (finishReason?.unified === 'interrupted') throw new StreamFault(this.#brokenOff());
    if (finishReason?.unified === 'error' || finishReason?.raw === 'error') throw new StreamFault('cut');
    this.#finish = finishReason?.unified ?? 'other';
    this.#usage = usage;
    const promptTokens = usage?.inputTokens.total;
    const isFull = this.#finish === 'length';
    const { clock } = this.#options;
    this.cut = clock?.end(this.#received.tokens, { times, promptTokens, isFull }) ?? null;
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
    if (this.#text.calls?.hasCall === true) return 'only-call';
    return this.started && !this.#text.hasBlanks ? 'only-thinking' : 'empty';
  }
}

/** Models think far less before an answer; one that repeats its thoughts endlessly is stopped here. */
const MAX_RECEIVED_CHARS = 1_000_000;
/** Characters collected before tokens are estimated: cheaper and more exact than piece by piece. */
const MAX_UNCOUNTED_CHARS = 16_384;
/** Tokens are counted once for this many characters; counting more often is not worth the time. */
const MIN_CHECKED_CHARS = 100;

/** Counts what a model sends, thinking included, and stops one that never ends. */
class Received {
  hasBegun = false;
  chars = 0;
  readonly #maxTokens: number;
  #countedTokens = 0;
  /** What is not yet included in `#countedTokens`. */
  #uncounted = '';
  /** A token has at least one character, so the limit is not checked before this many have arrived. */
  #checkAtChars: number;

  constructor(maxTokens: number) {
    this.#maxTokens = maxTokens;
    this.#checkAtChars = maxTokens;
  }

  /** An estimate, computed anew each time. */
  get tokens(): number {
    return this.#countedTokens + estimateTokens(this.#uncounted);
  }

  /** @throws StreamFault `endless` */
  add(text: string): void {
    this.hasBegun = true;
    this.#uncounted += text;
    this.chars += text.length;
    if (this.chars > MAX_RECEIVED_CHARS) throw new StreamFault('endless');
    if (this.chars > this.#checkAtChars) {
      const tokensLeft = this.#maxTokens - this.tokens;
      if (tokensLeft <= 0) throw new StreamFault('endless');
      this.#checkAtChars = this.chars + Math.max(tokensLeft, MIN_CHECKED_CHARS);
    }
    if (this.#uncounted.length < MAX_UNCOUNTED_CHARS) return;
    this.#countedTokens = this.tokens;
    this.#uncounted = '';
  }
}

/** A character that readers see: no space, control or format character, no replacement for a broken one. */
const VISIBLE = /[^\s\p{C}\ufffd]/u;
/** Longer thinking is no answer. */
const MAX_THOUGHTS_CHARS = 16_000;
/** A citation at the end of a sentence. */
const CITED_END = /\[\d{1,3}\][.。!?]|[.。!?] ?\[\d{1,3}\]/;

/** The part of a reply that is for readers: without thinking and calls, from its first visible character on. */
class TextForReaders {
  /** Null if calls and objects stay. */
  readonly calls: ReturnType<typeof withoutCalls> | null;
  readonly #characters = wholeCharacters();
  readonly #thinking = withoutThinking();
  /** What arrived as thinking, up to a limit. */
  #thoughts = '';
  #isVisible = false;
  /** The text before the first visible character. */
  #blanks = '';

  constructor(asked: string | null) {
    this.calls = asked === null ? null : withoutCalls(asked);
  }

  /** Whether there was text before anything visible. */
  get hasBlanks(): boolean {
    return this.#blanks !== '';
  }

  push(delta: string): string {
    return this.#fromFirstVisible(this.#withoutCalls(this.#thinking.push(this.#characters.push(delta))));
  }

  think(delta: string): void {
    if (this.#thoughts.length < MAX_THOUGHTS_CHARS) this.#thoughts += delta;
  }

  /** The text that was held back. */
  end(): string {
    const last = this.#thinking.push(this.#characters.end()) + this.#thinking.end();
    return this.#fromFirstVisible(this.#withoutCalls(last) + (this.calls?.end() ?? ''));
  }

  /**
   * The thinking, if it is an answer: some servers send one as thinking if the model does not think. An answer
   * cites its sources at the end of sentences and ends with one. Otherwise empty.
   */
  answerInThoughts(): string {
    const thoughts = this.#thoughts;
    const end = thoughts.trimEnd().slice(-40);
    const isAnswer = /\[\d{1,3}\][.。!?]?$|[.。!?]$/.test(end) && CITED_END.test(thoughts);
    if (thoughts.length >= MAX_THOUGHTS_CHARS || !isAnswer) return '';
    return this.#withoutCalls(thoughts) + (this.calls?.end() ?? '');
  }

  #withoutCalls(text: string): string {
    return this.calls?.push(text) ?? text;
  }

  /** Holds text back until it shows something: an answer that has only control characters counts as empty. */
  #fromFirstVisible(text: string): string {
    if (this.#isVisible) return text;
    this.#blanks += text;
    this.#isVisible = VISIBLE.test(text);
    return this.#isVisible ? this.#blanks : '';
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
