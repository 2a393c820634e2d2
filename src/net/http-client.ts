import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import requestOf from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { untilAborted } from '../core/deadline.ts';
import { UpstreamError } from './upstream-error.ts';

// undici's main module also loads its fetch, web sockets, caches and mocks, which doubles the loading time
// and takes several megabytes.
export { Agent };

/** Options of one request: those of undici, and the agent whose connections it uses. */
type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method'> & {
  readonly dispatcher: Dispatcher;
  readonly method?: 'GET' | 'POST';
};

/** undici's `request`. Also rejects with a TypeError for a text that is not a URL. */
export async function request(
  url: string | URL,
  { dispatcher, method = 'GET', ...options }: RequestOptions,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return requestOf.call(dispatcher, { ...options, origin, path: pathname + search, method });
}

/** Header fields; the values of a repeated field are joined with commas (RFC 9110, 5.3). */
export function joinedFields(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) fields[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return fields;
}

/**
 * The part of the standard `fetch` that clients of JSON APIs use. The standard `fetch` satisfies this type,
 * but its classes make Node load an HTTP client of its own, which takes 60 ms (measured).
 */
export type PlainFetch = (url: string | URL, request?: PlainRequest) => Promise<ApiReply>;

/** A request without a body, or with a text. */
type PlainRequest = {
  /** GET if absent. */
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
};

/** A reply with any status; its body has not been read. */
export type ApiReply = {
  /** True for a status from 200 to 299. */
  readonly ok: boolean;
  readonly status: number;
  /** Names in lower case; the values of a repeated field are joined with commas. */
  readonly headers: Iterable<[string, string]> & { get(name: string): string | null | undefined };
  /** Null if there is no body. Read it to its end or cancel it: both free the connection. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
};

/** Statuses without a body (https://fetch.spec.whatwg.org/#null-body-status). */
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
const MAX_STATUS = 599;
/** Used if the caller passes no signal. */
const NEVER = new AbortController().signal;

/** What makes the connections of a call, and the headers of every call. */
type ApiCaller = {
  readonly agent: Dispatcher;
  /** Used if a call states none. */
  readonly userAgent: string;
};

/**
 * A `fetch` for API clients, built on undici's `request`. The steps of a browser's `fetch` (CORS, caches,
 * redirects, integrity) and the streams between them took an eighth of the CPU time of a question (measured).
 * It sends GET and POST to a URL, with a text body or none. Redirects are returned, not followed; compressed
 * bodies are not accepted.
 *
 * Fails in the same way as `fetch`, because API clients check for it: with the signal's reason if the signal
 * has aborted, otherwise with a TypeError "fetch failed" (or "terminated" within a body). The cause of the
 * TypeError is the network's error, or the reason why the request or the reply was refused.
 */
export async function fetchApi(url: string | URL, init: PlainRequest, caller: ApiCaller): Promise<ApiReply> {
  const signal = init.signal ?? NEVER;
  try {
    // undici reacts to the signal only once it is connected, so the call is raced against the signal.
    return await untilAborted(exchange(url, { ...init, signal }, caller), signal);
  } catch (error) {
    throw failure('fetch failed', error, signal);
  }
}

async function exchange(
  url: string | URL,
  { method = 'GET', headers: callHeaders = {}, body: text, signal = NEVER }: PlainRequest,
  { agent, userAgent }: ApiCaller,
): Promise<ApiReply> {
  if (method !== 'GET' && method !== 'POST') throw new TypeError('only GET and POST to a URL');
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    method,
    // A request without Accept-Encoding accepts any encoding (RFC 9110, 12.5.3).
    headers: {
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...callHeaders,
    },
    body: text ?? null,
    signal,
  });
  // If the signal aborts before the body is read, the body emits an error. Without a listener, that error
  // would end the process.
  body.on('error', () => undefined);
  try {
    refuseUnusable(statusCode, headers['content-encoding']);
  } catch (error) {
    // The body will not be read; without this, it would keep its connection open.
    body.destroy();
    throw error;
  }
  const hasNoBody = NULL_BODY.has(statusCode);
  if (hasNoBody) body.resume();
  return {
    ok: statusCode <= 299,
    status: statusCode,
    headers: new Map(Object.entries(joinedFields(headers))),
    body: hasNoBody ? null : toStream(body, signal),
  };
}

/** Refuses a status that is none of HTTP, and a compressed body; `utf-8` is no compression. */
function refuseUnusable(status: number, encoding: string | readonly string[] | undefined): void {
  if (status > MAX_STATUS) throw new UpstreamError('protocol', `its answer has the status ${status}`);
  if (/\b(?:gzip|deflate|compress|br|zstd)\b/i.test(String(encoding)))
    throw new UpstreamError('protocol', 'its answer has an encoding that was not requested');
}

/** Reads only as fast as its consumer; cancelling closes the connection. */
function toStream(body: Readable, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Uint8Array<ArrayBuffer>> = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          throw failure('terminated', error, signal);
        }
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function failure(message: string, cause: unknown, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : new TypeError(message, { cause });
}

/** The standard `fetch` for libraries; accepts only a URL, and a text or nothing as the body. */
export function toStandardFetch(fetch: PlainFetch): typeof globalThis.fetch {
  return async (input, { method = 'GET', headers: fields, body: text, signal } = {}) => {
    if (input instanceof Request) throw new TypeError('only a URL can be called');
    if (text != null && typeof text !== 'string') throw new TypeError('only text can be sent');
    const { status, headers, body } = await fetch(input, {
      method,
      headers: Object.fromEntries(new Headers(fields)),
      ...(text != null && { body: text }),
      ...(signal != null && { signal }),
    });
    try {
      return new Response(body, { status, headers: [...headers] });
    } catch (error) {
      // The body will not be read; without this, it would keep its connection open.
      await body?.cancel();
      throw error;
    }
  };
}
