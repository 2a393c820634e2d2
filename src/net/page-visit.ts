import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { startDeadline, untilAborted } from '../core/deadline.ts';
import { Agent, request } from './http-client.ts';
import {
  ACCEPT,
  ACCEPT_ENCODING,
  type BodyLimits,
  kindByBytes,
  readPageBody,
  whenTooLarge,
} from './page-body.ts';
import { type ConnectRules, createPageConnect } from './page-connect.ts';
import { PageProblem, RefusedPage, tooLarge } from './page-policy.ts';
import type { PageProxy } from './page-tunnel.ts';

/** A page as received. */
export type FetchedPage = {
  readonly status: 'fetched';
  /** The final URL, after redirects. */
  readonly url: string;
  /** Media type in lower case; empty if none was sent. */
  readonly contentType: string;
  /** The character set in its header, in lower case; null if none is given. */
  readonly charset: string | null;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** True if the page was cut at the limit. */
  readonly isTruncated: boolean;
};

/** How a page is requested, and the limits for it. */
export type VisitOptions = {
  readonly userAgent: string;
  /** The maximum size of a page in bytes, decompressed. */
  readonly maxBytes: number;
  /** How many times larger than its compressed size the page may become. */
  readonly maxRatio: number;
  /** Time to connect and receive the headers, separately for each redirect. */
  readonly headersTimeoutMs: number;
  /**
   * The accepted media types, in lower case; by default, those that `page-body.ts` lists, and
   * any other whose bytes are HTML or a PDF.
   */
  readonly mediaTypes?: ReadonlySet<string> | 'any';
};

/** What a script of a page asks for. A request that is redirected becomes a GET without these fields. */
export type ScriptRequest = {
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** What one page has for itself, over all its redirects. */
export type PageConnection = {
  readonly agent: Dispatcher;
  /** Reserves memory from a budget shared by all pages; false if none is left. */
  readonly reserve: (bytes: number) => boolean;
  readonly scripted?: ScriptRequest | undefined;
};

const MAX_HEADER_BYTES = 32_768;

/** The agent of one page. Its connections have one request each and end with the signal, so nothing is left open. */
export async function openPageAgent(
  rules: ConnectRules,
  proxy: PageProxy | null,
  signal: AbortSignal,
): Promise<Agent> {
  const connect =
    proxy === null
      ? createPageConnect(rules, signal)
      : (await import('./page-tunnel.ts')).connectByProxy(rules, proxy, signal);
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES };
  return new Agent({ connect, allowH2: false, pipelining: 0, ...limits });
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** 203 means that a proxy changed the page (RFC 9110, 15.3.4). */
const SUCCESS: ReadonlySet<number> = new Set([200, 203]);

/**
 * Sends one request for one URL, without cookies, referrer or credentials. Returns the page, or the URL it
 * redirects to, which the caller has to check. Rejects with a PageProblem, the connection's error or the
 * signal's reason.
 */
export async function visitPage(
  url: URL,
  options: VisitOptions & PageConnection,
  signal: AbortSignal,
): Promise<FetchedPage | URL> {
  using deadline = startDeadline(options.headersTimeoutMs, signal);
  const { method = 'GET', headers, body = null } = options.scripted ?? {};
  const replyPromise = request(url, {
    dispatcher: options.agent,
    method,
    headers: {
      accept: acceptOf(options),
      ...headers,
      'user-agent': options.userAgent,
      'accept-encoding': ACCEPT_ENCODING,
    },
    body,
    signal: deadline.signal,
  });
  // undici reacts to the signal only once it is connected, so the call is raced against the signal.
  const reply = await untilAborted(replyPromise, deadline.signal).catch((error: unknown) => {
    throw deadline.expired ? new PageProblem(`no answer within ${options.headersTimeoutMs} ms`) : error;
  });
  deadline.lift();
  try {
    return await untilAborted(takeReply(reply, url, options), deadline.signal);
  } finally {
    if (!reply.body.readableEnded) discard(reply.body);
  }
}

function acceptOf({ mediaTypes }: VisitOptions): string {
  if (mediaTypes === 'any') return '*/*';
  return mediaTypes === undefined ? ACCEPT : [...mediaTypes].join(', ');
}

/** Closes the connection of a body. Without a listener, a late error would end the process. */
export function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

async function takeReply(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  options: VisitOptions & PageConnection,
): Promise<FetchedPage | URL> {
  if (REDIRECTS.has(statusCode)) return redirectTarget(url, firstValue(headers.location));
  if (!SUCCESS.has(statusCode)) throw new RefusedPage(statusCode);
  const { mediaType, charset } = parseContentType(firstValue(headers['content-type']));
  // A field that occurs several times is a list, as if joined with commas (RFC 9110, 5.3).
  const encoding = [headers['content-encoding'] ?? ''].flat().join(', ').toLowerCase();
  const limits = limitsFor(mediaType, options);
  const isTooLarge = Number(firstValue(headers['content-length'])) > options.maxBytes;
  if (isTooLarge && limits.whenTooLarge === 'skip') throw tooLarge(options.maxBytes);
  const { bytes, isTruncated } = await readPageBody(body, encoding, limits);
  return { status: 'fetched', url: url.href, contentType: mediaType, charset, body: bytes, isTruncated };
}

function redirectTarget(from: URL, location: string): URL {
  if (location === '' || !URL.canParse(location, from))
    throw new PageProblem('it redirects without saying where to');
  const target = new URL(location, from);
  if (from.protocol === 'https:' && target.protocol === 'http:')
    throw new PageProblem('it redirects from https to http');
  return target;
}

function limitsFor(mediaType: string, options: VisitOptions & PageConnection): BodyLimits {
  const { maxBytes, maxRatio, reserve, mediaTypes } = options;
  if (mediaTypes !== undefined && mediaTypes !== 'any' && !mediaTypes.has(mediaType))
    throw unreadable(mediaType);
  const limits = { maxBytes, maxRatio, reserve };
  if (mediaTypes !== undefined) return { ...limits, whenTooLarge: 'skip' };
  const action = whenTooLarge(mediaType);
  if (action !== undefined) return { ...limits, whenTooLarge: action };
  const checkStart = (first: Uint8Array) => {
    if (kindByBytes(first) === null) throw unreadable(mediaType);
  };
  return { ...limits, whenTooLarge: 'skip', checkStart };
}

function unreadable(mediaType: string): PageProblem {
  return new PageProblem(`its content type ${quote(mediaType)} cannot be read`);
}

function parseContentType(field: string): { mediaType: string; charset: string | null } {
  const [type = '', ...parameters] = field.split(';');
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*["']?([^"'\s]+)/i.exec(parameter)?.[1]);
  return {
    mediaType: type.trim().toLowerCase(),
    charset: charset.find((name) => name !== undefined)?.toLowerCase() ?? null,
  };
}

/** The text appears in logs and replies, so only a well-formed media type is quoted. */
function quote(mediaType: string): string {
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(mediaType) ? mediaType : 'is not one and';
}

/** The first value of a field that occurs several times, which is also what browsers use. */
function firstValue(field: string | string[] | undefined): string {
  return (typeof field === 'string' ? field : field?.[0]) ?? '';
}
