import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { untilAborted } from '../core/deadline.ts';
import { joinedFields, request } from './http-client.ts';
import type { ApiReply, PlainFetch, PlainRequest } from './plain-fetch.ts';
import { UpstreamError } from './upstream-error.ts';

/** Statuses without a body (https://fetch.spec.whatwg.org/#null-body-status). */
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
const MAX_STATUS = 599;
/** Used if the caller passes no signal. */
const NEVER = new AbortController().signal;

/** The headers of calls, in addition to those of each call. */
type LightFetchHeaders = {
  /** Used if a call states none. */
  readonly userAgent: string;
  /** Called for each call; the names must be in lower case. These replace headers of the call. */
  readonly extraHeaders?: (() => Readonly<Record<string, string>>) | undefined;
};

/** What a call needs beside its request. */
type CallContext = {
  readonly agent: Dispatcher;
  readonly userAgent: string;
  readonly extraHeaders: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
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
export function createLightFetch(
  agent: Dispatcher,
  { userAgent, extraHeaders }: LightFetchHeaders,
): PlainFetch {
  return async (url, init = {}) => {
    const signal = init.signal ?? NEVER;
    try {
      // undici reacts to the signal only once it is connected, so the call is raced against the signal.
      const context = { agent, userAgent, extraHeaders: extraHeaders?.() ?? {}, signal };
      return await untilAborted(exchange(url, init, context), signal);
    } catch (error) {
      throw failure('fetch failed', error, signal);
    }
  };
}

async function exchange(
  url: string | URL,
  { method = 'GET', headers: callHeaders = {}, body: text }: PlainRequest,
  { agent, userAgent, extraHeaders, signal }: CallContext,
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
      ...extraHeaders,
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
