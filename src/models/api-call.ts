import { jsonIn } from '@sayso/text/bounded-json.ts';
import { fieldOf } from '@sayso/text/own-value.ts';
import type { ApiReply, PlainFetch } from '../net/http-client.ts';
import { StreamFault } from './model-failure.ts';

/** A call of a model's API. */
type StreamedCall = {
  readonly url: string;
  readonly send: () => Promise<ApiReply>;
  /** The API's code for an error, from the `error` of its body; empty if only the status matters. */
  readonly codeOf: (error: unknown) => string;
  readonly signal: AbortSignal;
};

/** The body of a successful reply. Rejects with a ModelCallError, which contains no text from the server. */
export async function openStreamedCall(call: StreamedCall): Promise<ReadableStream<Uint8Array>> {
  const { url, signal } = call;
  const response = await call.send().catch((error: unknown) => {
    throw signal.aborted ? error : new ModelCallError(url, { cause: error });
  });
  if (!response.ok) {
    throw new ModelCallError(url, {
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      apiCode: call.codeOf(await errorIn(response.body).catch(() => undefined)),
    });
  }
  if (response.body === null) throw new StreamFault('foreign');
  return response.body;
}

/** The `error` of a body, or the body itself, because Mistral's errors are flat. */
async function errorIn(body: ApiReply['body']): Promise<unknown> {
  const value = jsonIn(await readText(body, MAX_ERROR_BYTES));
  return fieldOf(value, 'error') ?? value;
}

/** A failed call, with the fields that `readModelError` reads, but no text, which may be the prompt. */
export class ModelCallError extends Error {
  readonly url: string;
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
  /** The API's code, at the place where OpenAI's errors have it. */
  readonly data: { readonly error: { readonly code: string } };

  constructor(
    url: string,
    facts: {
      readonly statusCode?: number;
      readonly responseHeaders?: Readonly<Record<string, string>>;
      readonly apiCode?: string;
      readonly cause?: unknown;
    },
  ) {
    super('the call failed', { cause: facts.cause });
    this.name = 'ModelCallError';
    this.url = url;
    this.statusCode = facts.statusCode;
    this.responseHeaders = facts.responseHeaders;
    this.data = { error: { code: facts.apiCode ?? '' } };
  }
}

/** What local servers say if a prompt is longer than the window: Ollama, its runners, vLLM, LM Studio. */
const TOO_LONG =
  /exceeds? the (?:available )?context|context (?:length|size|window)|exceed_context_size|context.{0,20}overflow/i;
/** What they say if a model does not fit into the memory. */
const TOO_BIG = /requires more system memory|out of memory|(?:not enough|insufficient) memory/i;

/** OpenAI's code for an error that a server has only words for; empty if the status is enough. */
export function codeInWords(words: unknown): string {
  const text = String(words).slice(0, MAX_ERROR_CHARS);
  if (TOO_LONG.test(text)) return 'context_length_exceeded';
  return TOO_BIG.test(text) ? 'out_of_memory' : '';
}

/** The limit for replies that are not streams. A list of models is far smaller. */
const MAX_BODY_BYTES = 1_048_576;
const MAX_ERROR_CHARS = 4_000;
/** The limit for errors: a sentence or a page, parsed as a whole, many at the same time. */
const MAX_ERROR_BYTES = 65_536;

/**
 * Wraps `fetch` so that every body is cut off after a million bytes, and the body of an error after 64 kB. The
 * SDK reads error bodies, and pages without any event, without a limit: a host that kept sending cost 500 MB in
 * a second (measured). With `exceptStreams`, the size of event streams is limited where they are read.
 */
export function withBoundedBodies(fetch: PlainFetch, { exceptStreams = false } = {}): PlainFetch {
  return async (url, request) => {
    const reply = await fetch(url, request);
    const { ok, status, headers, body } = reply;
    const isStream = exceptStreams && headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (body === null || (ok && isStream)) return reply;
    const cut = cutAfter(ok ? MAX_BODY_BYTES : MAX_ERROR_BYTES);
    return { ok, status, headers, body: body.pipeThrough(cut) };
  };
}

/** Passes on at most `maxBytes` and then ends, which cancels its source. */
function cutAfter(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytesLeft = maxBytes;
  return new TransformStream({
    transform(bytes, controller) {
      controller.enqueue(bytes.subarray(0, bytesLeft));
      bytesLeft -= bytes.length;
      if (bytesLeft <= 0) controller.terminate();
    },
  });
}

/** A server's reply: its status, and its body as JSON, undefined if it is not JSON. */
export type FetchedJson = { readonly status: number; readonly body: unknown };

/** An API that lists its models. */
export type ModelListing = {
  /** Base URL of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: PlainFetch;
};

/** A list of models, or the details of one, is far smaller in practice. */
const MAX_BYTES = 4_194_304;

/** A small request to a model's server, outside an answer. Throws as `fetch`, and above 4 MiB. */
export async function fetchJson(
  fetch: PlainFetch,
  url: string,
  init: {
    readonly method?: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
  signal: AbortSignal,
): Promise<FetchedJson> {
  const response = await fetch(url, { ...init, signal });
  return { status: response.status, body: jsonIn(await readText(response.body, MAX_BYTES)) };
}

/** A body as text. Throws an Error if it has more than `maxBytes`; leaving the loop cancels the rest. */
export async function readText(body: ApiReply['body'], maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytesLeft = maxBytes;
  for await (const bytes of body ?? []) {
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) throw new Error('The reply is too long.');
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}
