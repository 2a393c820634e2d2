import type { Readable } from 'node:stream';
import { type Agent, request } from 'undici';
import { untilAborted } from '../core/deadline.ts';
import { UpstreamError } from './upstream-error.ts';

/** Statuses that have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** The caller's signal rules where there is none. */
const NEVER = new AbortController().signal;

/**
 * A `fetch` for API clients over undici's `request`: the steps of a browser's `fetch` (CORS, caches, redirects, integrity)
 * and the streams between them were an eighth of what a question costs (measured). A redirect is the response; nothing is
 * taken compressed; `more` is added to the headers of every call. It sends GET and POST, a text or nothing, to a URL.
 *
 * Fails as `fetch` does, because the clients look for it: with a TypeError "fetch failed" or, inside of a body,
 * "terminated", whose cause is the error of the network, and with the reason of the signal when that aborts.
 */
export function createLightFetch(
  agent: Agent,
  more: () => Readonly<Record<string, string>>,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? NEVER;
    try {
      // undici hears the signal only once it is connected, hence the race.
      return await untilAborted(exchange(agent, input, init, more(), signal), signal);
    } catch (error) {
      throw failure('fetch failed', error, signal);
    }
  };
}

async function exchange(
  agent: Agent,
  input: string | URL | Request,
  init: RequestInit,
  more: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  const { method = 'GET', body: sent = null } = init;
  if (input instanceof Request || (method !== 'GET' && method !== 'POST'))
    throw new TypeError('only GET and POST to a URL');
  if (sent !== null && typeof sent !== 'string') throw new TypeError('only a text is sent');
  const { statusCode, headers, body } = await request(input, {
    dispatcher: agent,
    method,
    // A request that names no encoding takes any (RFC 9110, 12.5.3).
    headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(init.headers)), ...more },
    body: sent,
    signal,
  });
  // A signal that aborts before anybody reads is an error of the body too, and without a listener the end of the process.
  body.on('error', () => undefined);
  try {
    refuseEncoding(headers['content-encoding']);
    const hasNoBody = NULL_BODY.has(statusCode);
    const stream = hasNoBody ? null : toStream(body, signal);
    // Throws at a status or a field that HTTP does not know.
    const response = new Response(stream, { status: statusCode, headers: toHeaders(headers) });
    if (hasNoBody) body.resume();
    return response;
  } catch (error) {
    // Nobody will read it, and until then it holds its connection.
    body.destroy();
    throw error;
  }
}

/** Some servers put other things than an encoding there, such as `utf-8`; their bodies are plain. */
function refuseEncoding(encoding: string | readonly string[] | undefined): void {
  if (/\b(?:gzip|deflate|compress|br|zstd)\b/i.test(String(encoding)))
    throw new UpstreamError('protocol', 'its answer has an encoding that was not asked for');
}

function toHeaders(record: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(record))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) headers.append(name, one);
  return headers;
}

/** Reads no further than its reader; one who cancels closes the connection. */
function toStream(body: Readable, signal: AbortSignal): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
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
