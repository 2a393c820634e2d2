import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { abortReason, startDeadline, untilAborted } from '../core/deadline.ts';
import { toPublicUrl } from '../lib/text/url.ts';
import { Agent, request } from './http-client.ts';
import { createLightFetch } from './light-fetch.ts';
import type { PlainFetch } from './plain-fetch.ts';
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
   * Calls an API without time limits: the caller's signal ends a call. Redirects are returned, not followed,
   * because data for one host, such as questions, must not reach another.
   */
  readonly fetch: PlainFetch;
  /** Closes every connection; calls in progress end with an UpstreamError. */
  close(): Promise<void>;
};

/** A connection attempt continues after its call has ended; this is its time limit. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Headers that identify the caller. */
type UpstreamOptions = {
  /** Sent with every call that has no user agent of its own. */
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
      requestWithin(
        { agent, userAgent },
        { ...call, headers: { ...extraHeaders(), ...call.headers } },
        signal,
      ),
    fetch: createLightFetch(agent, { userAgent, more: extraHeaders }),
    close: () => agent.destroy(),
  };
}

/** The agent, limits and headers of all calls. */
type Client = { readonly agent: Agent; readonly userAgent: string };

async function requestWithin(
  client: Client,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<UpstreamReply> {
  using deadline = startDeadline(call.timeoutMs, signal);
  try {
    // undici reacts to the signal only once it is connected, so the call is raced against the signal.
    return await untilAborted(exchange(client, call, deadline.signal), deadline.signal);
  } catch (error) {
    if (deadline.expired) throw new UpstreamError('timeout', `no answer within ${call.timeoutMs} ms`, error);
    if (signal.aborted) throw abortReason(signal);
    throw toUpstreamError(error);
  }
}

async function exchange(
  { agent, userAgent }: Client,
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

/** The encodings that `decompress` can decode, as the value of an Accept-Encoding field. */
const ACCEPT_ENCODING = 'gzip, deflate, br';

/**
 * Decodes a body by its Content-Encoding. Throws UpstreamError `too-large` if the result would exceed
 * `maxBytes`, `protocol` if the body cannot be decompressed or the encoding was not requested.
 *
 * Synchronous, because the bodies are small and bounded: 20 microseconds for a page of results, against 120
 * through the thread pool (measured).
 */
export function decompress(body: Buffer, encoding: string, maxBytes: number): Buffer {
  const limits = { maxOutputLength: maxBytes };
  const coding = encoding.trim().toLowerCase();
  if (body.length === 0) return body;
  try {
    if (coding === '' || coding === 'identity') return body;
    if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(body, limits);
    if (coding === 'br') return brotliDecompressSync(body, limits);
    // RFC 9110 requires the zlib format, but some servers send the raw deflate stream.
    if (coding === 'deflate') return isZlib(body) ? inflateSync(body, limits) : inflateRawSync(body, limits);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes);
    throw new UpstreamError('protocol', 'its answer cannot be decompressed', error);
  }
  throw new UpstreamError('protocol', 'its answer has an encoding that was not requested');
}

/** The error for a body that exceeds its limit. */
function tooLarge(maxBytes: number): UpstreamError {
  return new UpstreamError('too-large', `its answer is larger than ${maxBytes} bytes`);
}

function isZlib(body: Buffer): boolean {
  return ((body[0] ?? 0) & 0x0f) === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0;
}

const TIMEOUT_MS = 2000;
const MAX_BYTES = 1_000_000;

/** The reason why a host cannot be reached, in words; null if it replies at all, with any status. */
async function whyUnreachable(upstream: Upstream, url: string, signal: AbortSignal): Promise<string | null> {
  try {
    await upstream.request({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }, signal);
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.reason === 'too-large' ? null : error.message;
  }
}

/**
 * Calls `report` for each of these hosts that does not reply; the keys are the names of the settings. Never
 * rejects.
 */
export async function reportUnreachable(
  hosts: Readonly<Record<string, string | null>>,
  { upstream, signal }: { readonly upstream: Upstream; readonly signal: AbortSignal },
  report: (sentence: string) => void,
): Promise<void> {
  await Promise.all(
    Object.entries(hosts).map(async ([name, url]) => {
      if (url === null || url.startsWith('file:')) return;
      const cause = await whyUnreachable(upstream, url, signal).catch(() => null);
      if (cause !== null) report(`${name}: ${toPublicUrl(url)} cannot be reached: ${cause}`);
    }),
  );
}
