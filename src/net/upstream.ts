import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { abortReason, startDeadline, untilAborted } from '../core/deadline.ts';
import { ACCEPT_ENCODING, decompress, tooLarge } from './decompress.ts';
import { createLightFetch } from './light-fetch.ts';
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
  /** The body, always decoded as UTF-8. */
  readonly text: string;
};

/** Calls the hosts that the operator configured: search back-ends and model APIs. Not for untrusted URLs. */
export type Upstream = {
  /**
   * Sends one request; redirects are not followed. Throws UpstreamError if no complete reply arrives in time,
   * and the reason of `signal` if that aborts. The connection is returned to the pool or closed in either
   * case.
   */
  request(call: UpstreamCall, signal: AbortSignal): Promise<UpstreamReply>;
  /**
   * The subset of the standard `fetch` that API clients use, without time limits: the caller's signal ends a
   * call. Redirects are returned, not followed, because what is sent to one host, such as questions, must not
   * reach another.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Closes every connection; calls in progress end with an UpstreamError. */
  close(): Promise<void>;
};

/** A connection attempt continues after its call has ended; this limits it. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Headers that identify the caller. */
export type UpstreamOptions = {
  /** Sent with every `request` that has no user agent of its own. */
  readonly userAgent: string;
  /** Called before each call; names in lower case. */
  extraHeaders?(): Readonly<Record<string, string>>;
};

/** Creates the upstream. */
export function createUpstream({ userAgent, extraHeaders = () => ({}) }: UpstreamOptions): Upstream {
  const agent = new Agent({
    allowH2: false,
    bodyTimeout: 0,
    headersTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  return {
    request: (call, signal) =>
      requestWithin(agent, userAgent, { ...call, headers: { ...extraHeaders(), ...call.headers } }, signal),
    fetch: createLightFetch(agent, extraHeaders),
    close: () => agent.destroy(),
  };
}

async function requestWithin(
  agent: Agent,
  userAgent: string,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<UpstreamReply> {
  using deadline = startDeadline(call.timeoutMs, signal);
  try {
    // undici reacts to the signal only once it is connected, so we race it.
    return await untilAborted(exchange(agent, userAgent, call, deadline.signal), deadline.signal);
  } catch (error) {
    if (deadline.expired) throw new UpstreamError('timeout', `no answer within ${call.timeoutMs} ms`, error);
    if (signal.aborted) throw abortReason(signal);
    throw toUpstreamError(error);
  }
}

async function exchange(
  agent: Agent,
  userAgent: string,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<UpstreamReply> {
  const { url, authorization } = splitCredentials(call.url);
  const reply = await request(url, {
    dispatcher: agent,
    method: call.method ?? 'GET',
    headers: {
      'user-agent': userAgent,
      'accept-encoding': ACCEPT_ENCODING,
      ...authorization,
      ...call.headers,
    },
    body: call.body ?? null,
    signal,
  });
  const body = await readBody(reply.body, call.maxBytes);
  const headers = toRecord(reply.headers);
  const text = decompress(body, headers['content-encoding'] ?? '', call.maxBytes).toString('utf8');
  return {
    status: reply.statusCode,
    headers,
    contentType: headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '',
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
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

/** A password may contain a literal percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toRecord(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) record[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return record;
}
