import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { abortReason, startDeadline, untilAborted } from '../core/deadline.ts';
import { ACCEPT_ENCODING, decompress, tooLarge } from './decompress.ts';
import { createLightFetch } from './light-fetch.ts';
import { toUpstreamError, UpstreamError } from './upstream-error.ts';

/** One call to a host that the operator configured. */
export type UpstreamCall = {
  /** Absolute http(s) URL; user name and password in it become Basic authorization. */
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For connecting, waiting and the whole body together. */
  readonly timeoutMs: number;
  /** The most a body may have, as it comes and decompressed. */
  readonly maxBytes: number;
};

/** What came back, whatever its status. */
export type UpstreamReply = {
  readonly status: number;
  /** Names in lower case; a repeated field joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Media type in lower case without parameters; empty when none was sent. */
  readonly contentType: string;
  /** The body read as UTF-8, whatever its label says. */
  readonly text: string;
};

/** The door to the hosts the operator configured: search back-ends and model APIs. Not for URLs from strangers. */
export type Upstream = {
  /**
   * One exchange; redirects are not followed. Throws UpstreamError when no whole reply comes in time, and the reason of
   * `signal` when that aborts. Either way the connection is given back or closed.
   */
  request(call: UpstreamCall, signal: AbortSignal): Promise<UpstreamReply>;
  /**
   * As much of the standard `fetch` as API clients use, without time limits of its own: the caller's signal rules. A redirect
   * is the response, for what is sent to one host, questions among it, is for no other.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Closes every connection; calls under way end with an UpstreamError. */
  close(): Promise<void>;
};

/** A connection attempt goes on without the call that wanted it; this ends it. */
const CONNECT_TIMEOUT_MS = 5_000;

/** What every call says about the caller. */
export type UpstreamOptions = {
  /** Sent with every `request` that names none. */
  readonly userAgent: string;
  /** Asked before each call; names in lower case. */
  extraHeaders?(): Readonly<Record<string, string>>;
};

/** Makes the door. */
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
    // undici hears the signal only once it is connected, hence the race.
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

/** Collects a body; destroying it, as over the limit, closes its connection. */
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

/** A password may have a percent sign of its own. */
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
