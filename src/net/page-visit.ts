import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { startDeadline, untilAborted } from '../core/deadline.ts';
import { ACCEPT_ENCODING, type BodyLimits, isKnownEncoding, readPageBody, tooLarge } from './page-body.ts';
import { PageProblem } from './page-problem.ts';
import { ACCEPT, whenTooLarge } from './page-types.ts';

/** A page as it came. */
export type FetchedPage = {
  readonly status: 'fetched';
  /** Where it was in the end, after redirects. */
  readonly url: string;
  /** Media type in lower case; empty when none was sent. */
  readonly contentType: string;
  /** The character set its header names, in lower case; null when it names none. */
  readonly charset: string | null;
  /** Decompressed. The same bytes go to everyone who asked at the same time: not to be changed or transferred. */
  readonly body: Uint8Array;
  /** True when the page is longer than what was kept of it. */
  readonly isTruncated: boolean;
};

/** Who asks for a page, and how much of it and of time that may cost. */
export type VisitOptions = {
  readonly userAgent: string;
  /** The most a page may have, decompressed. */
  readonly maxBytes: number;
  /** How many times larger than what came over the wire it may become. */
  readonly maxRatio: number;
  /** For connecting and the headers, of each redirect anew. */
  readonly headersTimeoutMs: number;
  /** Takes memory that all pages share; false when there is none left. */
  readonly reserve: (bytes: number) => boolean;
  /** The media types that are taken; those that can be read as a page unless given. */
  readonly mediaTypes?: ReadonlySet<string>;
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** With 203 a proxy says that it changed something (RFC 9110, 15.3.4). */
const WITH_PAGE: ReadonlySet<number> = new Set([200, 203]);

/**
 * One request for one URL, without cookies, referrer or credentials: the page, or the URL it redirects to, which is for
 * the caller to check. Rejects with a PageProblem, the error of the connection or the signal's reason.
 */
export async function visitPage(
  dispatcher: Dispatcher,
  url: URL,
  options: VisitOptions,
  signal: AbortSignal,
): Promise<FetchedPage | URL> {
  using wait = startDeadline(options.headersTimeoutMs, signal);
  const asked = request(url, {
    dispatcher,
    headers: {
      'user-agent': options.userAgent,
      accept: options.mediaTypes === undefined ? ACCEPT : [...options.mediaTypes].join(', '),
      'accept-encoding': ACCEPT_ENCODING,
    },
    signal: wait.signal,
  });
  // undici hears the signal only once it is connected, hence the race.
  const reply = await untilAborted(asked, wait.signal).catch((error: unknown) => {
    throw wait.expired ? new PageProblem(`no answer within ${options.headersTimeoutMs} ms`) : error;
  });
  wait.lift();
  try {
    return await untilAborted(takeReply(reply, url, options), wait.signal);
  } finally {
    if (!reply.body.readableEnded) discard(reply.body);
  }
}

/** Closes the connection of a body. An error that nobody waits for any more would end the process. */
function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

async function takeReply(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  url: URL,
  options: VisitOptions,
): Promise<FetchedPage | URL> {
  if (REDIRECTS.has(statusCode)) return redirectTarget(url, one(headers.location));
  if (!WITH_PAGE.has(statusCode)) throw new PageProblem(`it answered with status ${statusCode}`);
  const { mediaType, charset } = parseContentType(one(headers['content-type']));
  // Sent twice it is a list, as with a comma (RFC 9110, 5.3).
  const encoding = [headers['content-encoding'] ?? ''].flat().join(', ').trim().toLowerCase();
  const limits = limitsFor(mediaType, encoding, options);
  const isTooLarge = Number(one(headers['content-length'])) > options.maxBytes;
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

function limitsFor(mediaType: string, encoding: string, options: VisitOptions): BodyLimits {
  const { mediaTypes } = options;
  const given = mediaTypes?.has(mediaType) === true ? 'skip' : undefined;
  const limit = mediaTypes === undefined ? whenTooLarge(mediaType) : given;
  if (limit === undefined) throw new PageProblem(`its content type ${shown(mediaType)} cannot be read`);
  if (!isKnownEncoding(encoding)) throw new PageProblem('it has an encoding that was not asked for');
  const { maxBytes, maxRatio, reserve } = options;
  return { maxBytes, maxRatio, reserve, whenTooLarge: limit };
}

function parseContentType(field: string): { mediaType: string; charset: string | null } {
  const [type = '', ...parameters] = field.split(';');
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*["']?([^"'\s]+)/i.exec(parameter)?.[1]);
  return {
    mediaType: type.trim().toLowerCase(),
    charset: charset.find((name) => name !== undefined)?.toLowerCase() ?? null,
  };
}

/** The words go into logs and to whoever asked: nothing but a media type gets there. */
function shown(mediaType: string): string {
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(mediaType) ? mediaType : 'is not one and';
}

/** Of a field sent more than once, the first, as browsers take it for these. */
function one(field: string | string[] | undefined): string {
  return (typeof field === 'string' ? field : field?.[0]) ?? '';
}
