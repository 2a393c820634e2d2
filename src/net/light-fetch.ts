import type { Readable } from 'node:stream';
import { type Agent, request } from 'undici';
import { untilAborted } from '../core/deadline.ts';

/** Statuses that have no body (https://fetch.spec.whatwg.org/#null-body-status). */
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** The caller's signal rules where there is none. */
const NEVER = new AbortController().signal;

/**
 * A `fetch` for API clients over undici's `request`: the steps of a browser's `fetch` (CORS, caches, redirects, integrity)
 * and the streams between them were an eighth of what a question costs (measured). A redirect is the response; nothing is
 * asked to be compressed; `more` is added to the headers of every call. It sends GET and POST, a text or nothing, to a URL.
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
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...more },
    body: sent,
    signal,
  });
  // A signal that aborts before anybody reads is an error of the body too, and without a listener the end of the process.
  body.on('error', () => undefined);
  if (NULL_BODY.has(statusCode)) body.resume();
  const stream = NULL_BODY.has(statusCode) ? null : toStream(body, signal);
  return new Response(stream, { status: statusCode, headers: toHeaders(headers) });
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
