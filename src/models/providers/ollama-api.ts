import { jsonIn } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { startDeadline } from '../../core/deadline.ts';
import type { ApiReply } from '../../net/http-client.ts';
import { codeInWords, type FetchedJson, fetchJson, ModelCallError, openStreamedCall } from '../api-call.ts';
import { type ContextWindow, toWindowTokens, type WindowNeed, windowFor } from '../context-window.ts';
import {
  type LanguageModelLike,
  type ModelCall,
  type ModelPart,
  toChatMessages,
  toTokenCount,
} from '../language-model.ts';
import { StreamFault } from '../model-failure.ts';
import type { ProviderOptions } from '../provider.ts';
import { type LineReader, readStreamedParts } from '../streamed-parts.ts';
import type { CallTimes } from '../throughput-meter.ts';

/** Ollama's default address. */
export const OLLAMA_URL = 'http://localhost:11434';

/** The options of Ollama in addition to those of every provider. */
export type OllamaOptions = ProviderOptions & {
  readonly windowNeed: WindowNeed;
};

/** An Ollama server and the details that it reports about its models. */
export class OllamaServer {
  /** Scheme, host and port, and the path of a proxy; without a slash at the end. */
  readonly root: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #send: ProviderOptions['fetch'];

  /** The base URL may end in `/v1` or `/api`, as other software requires. */
  constructor({ baseUrl, apiKey, userAgent, fetch }: ProviderOptions) {
    this.root = (baseUrl ?? OLLAMA_URL).replace(/\/+$/, '').replace(/\/(?:v1|api)$/, '');
    this.headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    };
    this.#send = fetch;
  }

  /** Sends a `POST` to one of its paths; returns the reply of any status. Throws as `fetch` does. */
  post(path: string, body: object, signal: AbortSignal): Promise<ApiReply> {
    return this.#send(`${this.root}${path}`, { ...this.#toPost(body), signal });
  }

  /** The details of an installed model (`/api/show`); status 404 if there is no model with that name. */
  show(model: string, signal: AbortSignal): Promise<FetchedJson> {
    return fetchJson(this.#send, `${this.root}/api/show`, this.#toPost({ model }), signal);
  }

  /** The window with which a model is loaded (`/api/ps`); null if it is not loaded or not reported. */
  async loadedWindow(model: string, signal: AbortSignal): Promise<number | null> {
    const { body } = await fetchJson(this.#send, `${this.root}/api/ps`, { headers: this.headers }, signal);
    return loadedWindowIn(body, model);
  }

  #toPost(body: object) {
    return { method: 'POST', headers: this.headers, body: JSON.stringify(body) } as const;
  }
}

/** True if Ollama itself says that it does not have the model; other servers also reply 404 to its paths. */
export function lacksModel({ status, body }: FetchedJson): boolean {
  const error = fieldOf(body, 'error');
  return status === 404 && typeof error === 'string' && /^model\b.*\bnot found/i.test(error.slice(0, 300));
}

/** The window of a model in a reply of `/api/ps`; a name without a tag means the one with `:latest`. */
function loadedWindowIn(body: unknown, model: string): number | null {
  const models = fieldOf(body, 'models');
  const loaded = Array.isArray(models) ? models : [];
  const names = [model, `${model}:latest`];
  const entry = loaded.find((each) => names.includes(String(fieldOf(each, 'name'))));
  return toWindowTokens(fieldOf(entry, 'context_length'));
}

/** The longest context that a model was trained for, from a reply of `/api/show`; null if it is not given. */
export function trainedWindowIn(body: unknown): number | null {
  const info = fieldOf(body, 'model_info');
  if (typeof info !== 'object' || info === null) return null;
  const name = Object.keys(info).find((key) => key.endsWith('.context_length'));
  return name === undefined ? null : toWindowTokens(fieldOf(info, name));
}

/** The size of a model in billions of parameters, from a reply of `/api/show`; null if it is not given. */
function parametersIn(body: unknown): number | null {
  const count = fieldOf(fieldOf(body, 'model_info'), 'general.parameter_count');
  return typeof count === 'number' && count > 0 ? count / 1e9 : null;
}

/** The window in the model's Modelfile, from a reply of `/api/show`; null if there is none. */
function chosenWindowIn(body: unknown): number | null {
  const parameters = fieldOf(body, 'parameters');
  const windowText =
    typeof parameters === 'string' ? /^num_ctx\s{1,99}(\d{1,9})\s*$/m.exec(parameters)?.[1] : undefined;
  return windowText === undefined ? null : toWindowTokens(Number(windowText));
}

/** A window that is as large as was needed or as the model supports, so only another model has more. */
export function ollamaWindow(tokens: number): ContextWindow {
  return { tokens, enlarge: 'choose a model with a larger context window' };
}

/** Windows are multiples of this size. */
const STEP_TOKENS = 2048;
const SHOW_TIMEOUT_MS = 2000;

/**
 * The window (`num_ctx`) that is requested with each call of a model: one for all prompts within the limits of
 * the settings. It is the same for every call, because Ollama reloads a model when a call requests another
 * window. It is never larger than the model's trained context, and never smaller than the window in its
 * Modelfile. The rare prompt that needs more gets a window two or four times as large.
 */
export class OllamaWindow {
  readonly #server: Pick<OllamaServer, 'show'>;
  readonly #model: string;
  readonly #options: Pick<OllamaOptions, 'windowNeed' | 'meter'>;
  #request: Promise<readonly [chosen: number, trained: number]> | null = null;

  constructor(
    server: Pick<OllamaServer, 'show'>,
    model: string,
    options: Pick<OllamaOptions, 'windowNeed' | 'meter'>,
  ) {
    this.#server = server;
    this.#model = model;
    this.#options = options;
  }

  /** The window for a prompt of this many estimated tokens. Never throws. */
  async tokensFor(promptTokens: number): Promise<number> {
    const { windowNeed, meter } = this.#options;
    this.#request ??= this.#showWindow();
    const [chosen, trained] = await this.#request.catch(() => {
      this.#request = null;
      return [0, Number.POSITIVE_INFINITY] as const;
    });
    let tokens = Math.max(chosen, Math.ceil(windowNeed.max / STEP_TOKENS) * STEP_TOKENS);
    while (tokens < windowFor(promptTokens) && tokens < trained) tokens *= 2;
    const windowTokens = Math.min(tokens, trained);
    if (meter !== undefined) {
      meter.reportedWindow = windowTokens;
      meter.isGrowing = windowTokens < trained;
    }
    return windowTokens;
  }

  async #showWindow(): Promise<readonly [number, number]> {
    using deadline = startDeadline(SHOW_TIMEOUT_MS, new AbortController().signal);
    const { status, body } = await this.#server.show(this.#model, deadline.signal);
    // If a server cannot report the trained context now, it may do so later.
    if (status !== 200) this.#request = null;
    const { meter } = this.#options;
    if (meter !== undefined) meter.parameters = parametersIn(body);
    return [chosenWindowIn(body) ?? 0, trainedWindowIn(body) ?? Number.POSITIVE_INFINITY];
  }
}

/**
 * A model on Ollama, through its own API, `POST /api/chat`. The OpenAI-compatible path has no `num_ctx` and
 * silently cuts a prompt that is longer than the default window. With `truncate` and `shift`, versions from
 * 0.12.6 on do not cut: they report such a prompt as an error, and end an answer when the window is full.
 * Earlier versions ignore both options.
 */
export function modelOn(
  server: OllamaServer,
  fields: { readonly model: string; readonly keep_alive: string },
  window: OllamaWindow,
): LanguageModelLike {
  return {
    async doStream({ prompt, abortSignal, responseFormat }: ModelCall) {
      const messages = toChatMessages(prompt);
      const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
      const body = {
        ...fields,
        messages,
        stream: true,
        think: false,
        ...(responseFormat !== undefined && { format: responseFormat.schema ?? 'json' }),
        truncate: false,
        shift: false,
        options: { num_ctx: await window.tokensFor(promptTokens) },
      };
      const url = `${server.root}/api/chat`;
      const send = () => server.post('/api/chat', body, abortSignal);
      const reply = await openStreamedCall({ url, send, codeOf: codeInWords, signal: abortSignal });
      return { stream: readOllamaParts(reply, url) };
    },
  };
}

/**
 * Reads the parts of an answer from `POST /api/chat`: one JSON object per line, the last with `done: true`
 * (Ollama's API documentation). A body that ends before its last line ends the parts without a `finish`.
 *
 * Its reads reject with a StreamFault for anything that is not Ollama's protocol, and with a ModelCallError
 * for an error that the server reports in mid-stream; neither contains any text from the server.
 */
export function readOllamaParts(body: ReadableStream<Uint8Array>, url: string): ReadableStream<ModelPart> {
  return readStreamedParts(body, createOllamaReader(url));
}

/** Remembers whether any line followed the protocol, and whether the last line arrived. */
function createOllamaReader(url: string): LineReader {
  let isRecognised = false;
  let isDone = false;
  return {
    get complete() {
      return isDone ? 'yes' : 'no';
    },
    read(line, isLast) {
      if (line === '') return [];
      const value = jsonIn(line);
      const error = fieldOf(value, 'error');
      if (typeof error === 'string')
        throw new ModelCallError(url, { statusCode: 500, apiCode: codeInWords(error) });
      const done = fieldOf(value, 'done');
      if (typeof done !== 'boolean') {
        // The beginning of a line that was cut off does not indicate another protocol.
        if (isLast && isRecognised) return [];
        throw new StreamFault(isRecognised ? 'garbage' : 'foreign');
      }
      isDone = done;
      const message = fieldOf(value, 'message');
      const parts = [...startParts(isRecognised), ...textParts(message)];
      isRecognised = true;
      return isDone ? [...parts, finishOf(value)] : parts;
    },
    end: () => [],
  };
}

function startParts(isRecognised: boolean): readonly ModelPart[] {
  return isRecognised ? [] : [{ type: 'response-metadata' }];
}

function textParts(message: unknown): readonly ModelPart[] {
  const named = [
    ['reasoning-delta', fieldOf(message, 'thinking')],
    ['text-delta', fieldOf(message, 'content')],
  ] as const;
  return named.flatMap(([type, delta]) =>
    typeof delta === 'string' && delta !== '' ? [{ type, delta }] : [],
  );
}

function finishOf(value: unknown): ModelPart {
  const reason = fieldOf(value, 'done_reason');
  const raw = typeof reason === 'string' ? reason : undefined;
  return {
    type: 'finish',
    // Versions before 0.1.33 give no reason.
    finishReason: { unified: raw ?? 'stop', raw },
    usage: {
      inputTokens: { total: toTokenCount(fieldOf(value, 'prompt_eval_count')) },
      outputTokens: { total: toTokenCount(fieldOf(value, 'eval_count')) },
    },
    times: timesOf(value),
  };
}

/** `prompt_eval_count` includes the cache's tokens, which took no time (ollama/ollama#16428). */
function timesOf(value: unknown): CallTimes {
  const numberOf = (name: string) => toTokenCount(fieldOf(value, name));
  const [all, cached] = [numberOf('prompt_eval_count'), numberOf('prompt_eval_cached_count')];
  return {
    readMs: toMs(numberOf('prompt_eval_duration')),
    readShare: all === undefined || cached === undefined ? undefined : (all - cached) / all,
    writeMs: toMs(numberOf('eval_duration')),
  };
}

const NS_PER_MS = 1e6;

/** A duration of Ollama, which is in nanoseconds. */
function toMs(durationNs: number | undefined): number | undefined {
  return durationNs === undefined ? undefined : durationNs / NS_PER_MS;
}
