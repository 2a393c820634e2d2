import { jsonIn } from '@sayso/text/bounded-json.ts';
import { fieldOf, ownValue } from '@sayso/text/own-value.ts';
import { toPublicUrl } from '@sayso/text/url.ts';
import { defaultModels } from '../../core/default-models.ts';
import type { PlainFetch } from '../../net/http-client.ts';
import { codeInWords, openStreamedCall, withBoundedBodies } from '../api-call.ts';
import { findContextWindow } from '../context-window.ts';
import {
  type JsonMode,
  type LanguageModelLike,
  type ModelPart,
  toChatMessages,
  toTokenCount,
} from '../language-model.ts';
import { StreamFault } from '../model-failure.ts';
import {
  createProvider,
  findFirstModel,
  fixedName,
  listedName,
  type ModelProvider,
  type ProviderOptions,
} from '../provider.ts';
import { type LineReader, readStreamedParts } from '../streamed-parts.ts';
import type { CallTimes } from '../throughput-meter.ts';
import { OPENAI_URL } from './by-sdk.ts';

const LISTING_TIMEOUT_MS = 2_000;

/** Without this field, the default model would think before it answers, and the reader would have to wait. */
const USUAL_MODEL_EXTRAS = { reasoning_effort: 'none' };

/** A model behind OpenAI's chat completions: OpenRouter, vLLM, llama.cpp; OpenAI without a base URL. */
export function createOpenAiCompatible(options: ProviderOptions): ModelProvider {
  const baseUrl = (options.baseUrl ?? OPENAI_URL).replace(/\/+$/, '');
  const extras = options.baseUrl === null && options.modelName === null ? USUAL_MODEL_EXTRAS : {};
  const headers: Readonly<Record<string, string>> = {
    'user-agent': options.userAgent,
    ...(options.apiKey !== null && { authorization: `Bearer ${options.apiKey}` }),
  };
  const listing = { baseUrl, headers, fetch: options.fetch };
  const known = options.modelName ?? (options.baseUrl === null ? defaultModels.openai : null);
  const name = known === null ? listedName(listing) : fixedName(known);
  const fetch: PlainFetch = withBoundedBodies(options.fetch, { exceptStreams: true });
  const url = `${baseUrl}/chat/completions`;

  const chatOf = (model: string): LanguageModelLike => ({
    async doStream({ prompt, abortSignal: signal, responseFormat }) {
      const body = JSON.stringify({
        ...{ model, ...extras, messages: toChatMessages(prompt) },
        ...{ stream: true, stream_options: { include_usage: true } },
        ...(responseFormat !== undefined && { response_format: toResponseFormat(responseFormat) }),
      });
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal,
      };
      const reply = await openStreamedCall({ url, send: () => fetch(url, init), codeOf, signal });
      return { stream: readChatParts(reply) };
    },
  });
  const provider = createProvider(name, async () => chatOf, options.meter);
  if (options.baseUrl === null) return provider;
  return {
    ...provider,
    contextWindow: (signal) => findContextWindow(listing, name.current, signal),
    async remedyNotFound() {
      const withVersion = { ...listing, baseUrl: `${baseUrl}/v1` };
      const listed = await findFirstModel(withVersion, LISTING_TIMEOUT_MS);
      return listed === null ? null : `try MODEL_BASE_URL=${toPublicUrl(withVersion.baseUrl)}`;
    },
  };
}

function toResponseFormat({ schema }: JsonMode) {
  if (schema === undefined) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: 'answer', schema } };
}

/** The names of an error, in the two places where servers put them, and what its words mean. */
function codeOf(error: unknown): string {
  const names = [
    fieldOf(error, 'code'),
    fieldOf(error, 'type'),
    codeInWords(fieldOf(error, 'message') ?? error),
  ];
  return names.filter((name) => typeof name === 'string').join(' ');
}

/** An error within the stream, with the code that its words mean if it has none. */
function withCode(error: unknown): unknown {
  const words = codeInWords(fieldOf(error, 'message') ?? error);
  return words === '' ? error : { ...(typeof error === 'object' && error), type: words };
}

const DATA = 'data:';

/** Finish reasons that have another name in the AI SDK. */
const REASONS: Readonly<Record<string, string>> = { content_filter: 'content-filter' };

/**
 * Reads the parts of a streamed chat completion: events with a JSON chunk, and at the end `[DONE]`, which
 * some servers omit. If a body ends without a finish reason, the parts end without a `finish`. Its reads
 * reject with a StreamFault for events that are not chunks.
 */
export function readChatParts(body: ReadableStream<Uint8Array>): ReadableStream<ModelPart> {
  return readStreamedParts(body, createChatReader());
}

function createChatReader(): LineReader {
  let isRecognised = false;
  let isDone = false;
  let hasRefused = false;
  let hasText = false;
  let reason: string | undefined;
  /** Some servers send an empty reason with every chunk; with `[DONE]` after it, the answer is complete. */
  let hasEmptyReason = false;
  let counts: Counts = { usage: undefined, timings: undefined };
  const event = createEventData();

  function readChunk(chunk: unknown): readonly ModelPart[] {
    const error = fieldOf(chunk, 'error');
    if (error !== undefined && error !== null) return [{ type: 'error', error: withCode(error) }];
    const choices = fieldOf(chunk, 'choices');
    if (!Array.isArray(choices)) throw new StreamFault('garbage');
    counts = countsIn(chunk, counts);
    const raw = fieldOf(choices[0], 'finish_reason');
    if (isText(raw) && raw !== 'null') reason = raw;
    else if (typeof raw === 'string') hasEmptyReason = true;
    const delta = fieldOf(choices[0], 'delta');
    hasRefused ||= isText(fieldOf(delta, 'refusal'));
    const parts = [...deltaParts(delta)];
    // Some servers send the whole answer in the last chunk, as in a reply that is not streamed.
    if (!hasText && parts.length === 0) parts.push(...deltaParts(fieldOf(choices[0], 'message')));
    hasText ||= parts.some(({ type }) => type === 'text-delta');
    if (isRecognised) return parts;
    isRecognised = true;
    return [{ type: 'response-metadata' }, ...parts];
  }

  return {
    get complete() {
      if (isDone) return 'yes';
      return reason === undefined ? 'no' : 'except counts';
    },
    read(line, isLast) {
      const isData = line.startsWith(DATA);
      const data = isData ? event.add(line.slice(DATA.length).trim(), isLast) : null;
      const whole = line === '' ? event.end() : data;
      isDone = whole?.chunk === DONE;
      return whole === null || isDone ? [] : readChunk(whole.chunk);
    },
    end() {
      const isEnded = reason !== undefined || (isDone && hasEmptyReason);
      return isEnded ? [finishOf(reason ?? 'stop', hasRefused, counts)] : [];
    },
  };
}

/** The thinking, the text and the refusal of a delta; the content of some models is a list of both. */
function deltaParts(delta: unknown): readonly ModelPart[] {
  const parts: ModelPart[] = [];
  const add = (type: string, text: unknown) => {
    if (isText(text)) parts.push({ type, delta: text });
  };
  add('reasoning-delta', fieldOf(delta, 'reasoning_content') ?? fieldOf(delta, 'reasoning'));
  const content = fieldOf(delta, 'content');
  if (Array.isArray(content)) {
    for (const item of content) {
      const thoughts = fieldOf(item, 'thinking');
      for (const thought of Array.isArray(thoughts) ? thoughts : [])
        add('reasoning-delta', fieldOf(thought, 'text'));
      add('text-delta', fieldOf(item, 'text'));
    }
  } else add('text-delta', content);
  add('text-delta', fieldOf(delta, 'refusal'));
  return parts;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** What a server counted and measured. */
type Counts = { readonly usage: unknown; readonly timings: unknown };

/** The counts of a chunk, which may have some, none or all of them. */
function countsIn(chunk: unknown, { usage, timings }: Counts): Counts {
  return { usage: fieldOf(chunk, 'usage') ?? usage, timings: fieldOf(chunk, 'timings') ?? timings };
}

function finishOf(raw: string, hasRefused: boolean, { usage, timings }: Counts): ModelPart {
  const unified = raw === 'stop' && hasRefused ? 'content-filter' : (ownValue(REASONS, raw) ?? raw);
  return {
    type: 'finish',
    finishReason: { unified, raw },
    usage: {
      inputTokens: { total: toTokenCount(fieldOf(usage, 'prompt_tokens')) },
      outputTokens: { total: toTokenCount(fieldOf(usage, 'completion_tokens')) },
    },
    ...(timings !== undefined && { times: timesOf(timings) }),
  };
}

/** The times that llama.cpp's server reports (tools/server/README.md, "timings"). */
function timesOf(timings: unknown): CallTimes {
  const numberOf = (name: string) => toTokenCount(fieldOf(timings, name));
  const [read, cached] = [numberOf('prompt_n'), numberOf('cache_n')];
  const readShare = read === undefined || cached === undefined ? undefined : read / (read + cached);
  return { readMs: numberOf('prompt_ms'), readShare, writeMs: numberOf('predicted_ms') };
}

/** The event after the last chunk. */
const DONE = '[DONE]';
/** A chunk has a few hundred characters, and in nearly every reply it is on one line. */
const MAX_EVENT_CHARS = 1_048_576;

/**
 * Collects the data of one event. The lines of an event are joined with line feeds, and an empty line ends it
 * (WHATWG HTML, 9.2.6). A line that is complete by itself is returned at once, because some servers put only
 * a single line break between events. An event that was cut off at the end of the body is dropped.
 */
function createEventData() {
  let pending: string | null = null;
  return {
    /** The chunk of the event that ends here; null if the event has already been returned. */
    end(): { readonly chunk: unknown } | null {
      const data = pending;
      pending = null;
      return data === null ? null : { chunk: parse(data) };
    },
    /** Adds a line. Returns the chunk if the line is complete by itself or completes the last event. */
    add(line: string, isLast: boolean): { readonly chunk: unknown } | null {
      const isFirst = pending === null;
      pending = isFirst ? line : `${pending}\n${line}`;
      if (pending.length > MAX_EVENT_CHARS) throw new StreamFault('garbage');
      const chunk = isFirst || isLast ? parse(pending) : undefined;
      if (chunk === undefined) return null;
      pending = null;
      return { chunk };
    },
  };
}

/** The chunk in the data of an event; undefined if it is neither JSON nor `[DONE]`. */
function parse(data: string): unknown {
  return data === DONE ? DONE : jsonIn(data);
}
