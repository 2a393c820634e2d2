import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { abortReason, startDeadline, untilAborted } from '../core/deadline.ts';
import { Agent, fetchApi, joinedFields, type PlainFetch, request } from './http-client.ts';
import { toUpstreamError, UpstreamError } from './upstream-error.ts';

/** One call to a host that the operator configured. */
export type UpstreamCall = {
  /** Absolute http(s) URL; a user name and password in it are sent as Basic authorization. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Total time to connect, wait and receive the body. */
  readonly timeoutMs: number;
  /** The maximum size of a body in bytes, both compressed and decompressed. */
  readonly maxBytes: number;
};

/** A reply with any status. */
export type UpstreamReply = {
  readonly status: number;
  /** Names in lower case; the values of a repeated field are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type in lower case without parameters; empty if none was sent. */
  readonly contentType: string;
  /** The body, always decoded as UTF-8, without a byte order mark. */
  readonly text: string;
};

/** Calls the hosts that the operator configured: search back-ends and model APIs. Not for untrusted URLs. */
export type Upstream = {
  /**
   * Sends one request; redirects are not followed. Throws the reason of `signal` if that aborts, and
   * otherwise UpstreamError if no complete reply within the limits arrives in time. In every case the
   * connection is returned to the pool or closed.
   */
  request(call: UpstreamCall, signal: AbortSignal): Promise<UpstreamReply>;
  /**
   * Calls an API, with a limit for the time to connect only: the caller's signal ends a call. Redirects are
   * returned, not followed, because data for one host, such as questions, must not reach another.
   */
  readonly fetch: PlainFetch;
  /** Closes every connection; calls in progress end with an UpstreamError. */
  close(): Promise<void>;
};

/** Each call has its own time limit; an attempt to connect continues after its call. */
const CONNECTING = {
  allowH2: false,
  bodyTimeout: 0,
  headersTimeout: 0,
  connect: { timeout: 5_000 },
} as const;

/** What makes the connections, and the headers of every call. */
type UpstreamOptions = {
  /** Makes the connections; by default they are direct. The client closes it. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Sent with every call that has no user agent of its own. */
  readonly userAgent: string;
};

/** Creates the client. The caller must close it. */
export function createUpstream({ dispatcher, userAgent }: UpstreamOptions): Upstream {
  const agent = dispatcher ?? new Agent(CONNECTING);
  return {
    async request(call, signal) {
      const headers = { 'user-agent': userAgent, ...call.headers };
      using deadline = startDeadline(call.timeoutMs, signal);
      try {
        // undici reacts to the signal only once it is connected, so the call is raced against the signal.
        return await untilAborted(exchange(agent, { ...call, headers }, deadline.signal), deadline.signal);
      } catch (error) {
        if (deadline.expired)
          throw new UpstreamError('timeout', `no answer within ${call.timeoutMs} ms`, error);
        if (signal.aborted) throw abortReason(signal);
        throw toUpstreamError(error);
      }
    },
    fetch: (url, init = {}) => fetchApi(url, init, { agent, userAgent }),
    close: () => agent.destroy(),
  };
}

/** The proxies for the servers that the operator configured; null for none. */
export type ProxyChoice = {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  /** Hosts that are reached without a proxy, as in the variable `NO_PROXY`. */
  readonly noProxy: string;
};

/** This machine is never reached through a proxy. */
const OWN_MACHINE = 'localhost,127.0.0.1,[::1]';

/** Makes connections through the proxies, except to this machine and `noProxy`; undefined without proxies. */
export async function openProxies(proxies: ProxyChoice | null): Promise<Dispatcher | undefined> {
  if (proxies === null) return undefined;
  const { httpProxy, httpsProxy, noProxy } = proxies;
  // The whole package: its main module gives dispatchers the method with which this agent opens tunnels.
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({
    // An empty text, because undici would read the environment if there were none.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? httpProxy ?? '',
    noProxy: `${OWN_MACHINE},${noProxy}`,
    ...CONNECTING,
  });
}

async function exchange(agent: Dispatcher, call: UpstreamCall, signal: AbortSignal): Promise<UpstreamReply> {
  const { url, authorization } = splitCredentials(call.url);
  const reply = await request(url, {
    dispatcher: agent,
    method: call.method ?? 'GET',
    headers: {
      'accept-encoding': 'gzip',
      ...authorization,
      ...call.headers,
    },
    body: call.body ?? null,
    signal,
  });
  const body = await readBody(reply.body, call.maxBytes);
  const headers = joinedFields(reply.headers);
  const text = decompress(body, headers['content-encoding'] ?? '', call.maxBytes).toString('utf8');
  return {
    status: reply.statusCode,
    headers,
    contentType: headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '',
    text: text.startsWith('\ufeff') ? text.slice(1) : text,
  };
}

/** Collects a body. Above the limit it destroys the body, which closes the connection. */
function readBody(body: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) body.destroy(tooLarge(maxBytes));
      else chunks.push(chunk);
    });
    body.on('end', () => resolve(Buffer.concat(chunks, size)));
    body.on('error', reject);
  });
}

function splitCredentials(text: string): { url: URL | string; authorization: Record<string, string> } {
  if (!text.includes('@')) return { url: text, authorization: {} };
  const url = new URL(text);
  if (url.username === '' && url.password === '') return { url, authorization: {} };
  const pair = `${decodePercent(url.username)}:${decodePercent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

/** Decodes percent-encoding; a password may also contain a literal percent sign. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Decompresses a body. Synchronous, because the bodies are small and bounded: 20 microseconds for a page of
 * results, against 120 through the thread pool (measured).
 * @throws UpstreamError `too-large` beyond `maxBytes`; `protocol` if it is broken, or not gzip
 */
function decompress(body: Buffer, encoding: string, maxBytes: number): Buffer {
  const coding = encoding.trim().toLowerCase();
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new UpstreamError('protocol', 'its answer has an encoding that was not requested');
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes);
    throw new UpstreamError('protocol', 'its answer cannot be decompressed', error);
  }
}

/** The error for a body that exceeds its limit. */
export function tooLarge(maxBytes: number): UpstreamError {
  return new UpstreamError('too-large', `its answer is larger than ${maxBytes} bytes`);
}
