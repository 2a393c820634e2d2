import { JsonTooLarge, parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { toPublicUrl } from '@sayso/text/url.ts';
import type { FailedReason } from '../../core/attempt.ts';
import { readRetryAfterMs } from '../../net/suspension.ts';
import type { Upstream, UpstreamCall, UpstreamReply } from '../../net/upstream.ts';
import { UpstreamError } from '../../net/upstream-error.ts';
import { type FailedOutcome, failed } from '../search.ts';

/** The wait that a body asks for, in milliseconds; used if no header asks for one. */
type Wait = (body: string) => number | undefined;

/** The meaning of a status code for one kind of back-end, where it differs from the general meaning. */
export type Remedies = {
  readonly [status: number]: StatusRemedy;
  /** The meaning of a redirect from `/search` to the home page of the same instance. */
  readonly home?: StatusRemedy;
};

/** What a status means, what to do about it, and how to read the wait from the body. */
type StatusRemedy = readonly [reason: FailedReason, cause: string, remedy?: string, waitIn?: Wait];

/** A status that is not an error if the body contains these words: the service found nothing. */
export type NothingFound = { readonly status: number; readonly words: string };

/** The meanings of the statuses of a call, and the signal that cancels it. */
type CallOptions = {
  readonly remedies: Remedies;
  readonly nothingFound?: NothingFound;
  readonly signal: AbortSignal;
};

/** Parsed JSON of unknown shape, undefined if nothing was found; or the reason why there is none. */
type JsonReply = { readonly status: 'json'; readonly body: unknown } | FailedOutcome;

/** A 2xx reply of any kind, or the reason why there is none. */
type TextReply = { readonly status: 'text'; readonly text: string } | FailedOutcome;

const USUAL: Remedies = {
  400: ['bad-parameter', 'it does not accept the parameters of the call (400)'],
  401: ['configuration', 'it asks for a login (401)', 'check key, user name and password'],
  403: ['configuration', 'it refuses access (403)'],
  404: ['configuration', 'no search at this address (404)', 'check the path of its URL'],
  407: ['configuration', 'a proxy asks for a login (407)'],
  429: ['rate', 'it reports too many requests (429)'],
};

/** Statuses that a proxy sends, not the back-end behind it: RFC 9110, and Cloudflare's own codes. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504, 520, 521, 522, 523, 524, 525, 526, 530]);
const GATEWAY_REMEDY = 'check that it is running and that the proxy forwards to its address';

const BOT_CHECK = /captcha|anubis|cf-chl|challenge-(?:form|platform)|checking your browser|not a (?:ro)?bot/i;

/**
 * Requests JSON from a back-end. Anything other than a 2xx reply with JSON becomes a failed outcome,
 * described in words; `remedies` take precedence over the general meaning of a status. Up to three redirects
 * within the same origin that still request JSON are followed. Throws only if `signal` aborts.
 */
export async function callJson(
  upstream: Upstream,
  call: UpstreamCall,
  { remedies, nothingFound, signal }: CallOptions,
): Promise<JsonReply> {
  const replied = await requestFollowing(upstream, call, requestsJson, signal);
  if ('status' in replied) return replied;
  const { reply, url } = replied;
  if (nothingFound?.status === reply.status && reply.text.includes(nothingFound.words))
    return { status: 'json', body: undefined };
  return failureOf(reply, url, remedies) ?? readJson(reply);
}

/** Requests text, over up to three redirects in the origin that keep `q`. Throws only on abort. */
export async function callText(
  upstream: Upstream,
  call: UpstreamCall,
  { remedies, signal }: CallOptions,
): Promise<TextReply> {
  const replied = await requestFollowing(upstream, call, keepsQuery, signal);
  if ('status' in replied) return replied;
  return failureOf(replied.reply, replied.url, remedies) ?? { status: 'text', text: replied.reply.text };
}

/** The reason why the reply cannot be used; null for a 2xx reply without a remedy. */
function failureOf(reply: UpstreamReply, url: string, remedies: Remedies): FailedOutcome | null {
  if (remedies[reply.status] !== undefined) return toRefusal(reply, remedies);
  if (isRedirect(reply)) return toRedirectFailure(reply, url, remedies);
  return reply.status < 200 || reply.status >= 300 ? toRefusal(reply, remedies) : null;
}

function readJson(reply: UpstreamReply): JsonReply {
  if (reply.contentType !== '' && !reply.contentType.includes('json')) return notJson(reply);
  try {
    return { status: 'json', body: parseBoundedJson(reply.text) };
  } catch (error) {
    if (error instanceof JsonTooLarge) return failed('protocol', `its answer has ${error.limit}`);
    return notJson(reply);
  }
}

/** What a status means that is neither 2xx nor 3xx. */
export function toRefusal(reply: UpstreamReply, remedies: Remedies): FailedOutcome {
  if (reply.contentType.includes('html') && isBotCheck(reply.text)) return botCheck(reply);
  const statusRemedy = remedies[reply.status] ?? USUAL[reply.status];
  if (statusRemedy !== undefined) return failedAs(statusRemedy, reply);
  const retryAfterMs = readRetryAfterMs(reply.headers);
  if (GATEWAY_STATUSES.has(reply.status)) {
    const cause = `a proxy in front of it gets no answer from it (${reply.status})`;
    return failed('upstream', { cause, remedy: GATEWAY_REMEDY }, retryAfterMs);
  }
  if (reply.status >= 500) return failed('upstream', `it reports an error (${reply.status})`, retryAfterMs);
  return failed('protocol', `it answered with status ${reply.status}`, retryAfterMs);
}

function failedAs([reason, cause, remedy, waitIn]: StatusRemedy, reply: UpstreamReply): FailedOutcome {
  const retryAfterMs = readRetryAfterMs(reply.headers) ?? waitIn?.(reply.text);
  return failed(reason, { cause, ...(remedy !== undefined && { remedy }) }, retryAfterMs);
}

function notJson(reply: UpstreamReply): FailedOutcome {
  if (isBotCheck(reply.text)) return botCheck(reply);
  if (reply.text.trim() === '') return failed('protocol', 'its answer is empty');
  if (!reply.contentType.includes('html')) return failed('protocol', 'its answer is not JSON');
  return failed('protocol', 'it answered with a web page instead of JSON (a login or error page?)');
}

/** True for a page that asks for proof that the visitor is human. */
export function isBotCheck(html: string): boolean {
  return BOT_CHECK.test(html);
}

function botCheck(reply: UpstreamReply): FailedOutcome {
  return failed('blocked', `it answered with a bot check (${reply.status})`);
}

function isRedirect({ status }: UpstreamReply): boolean {
  return status >= 300 && status < 400;
}

/** Where a redirect leads; null if it does not say. */
function targetOf(reply: UpstreamReply, from: string): URL | null {
  const { location = '' } = reply.headers;
  return location === '' ? null : URL.parse(location, from);
}

function toRedirectFailure(reply: UpstreamReply, from: string, { home }: Remedies): FailedOutcome {
  const target = targetOf(reply, from);
  if (target === null) return failed('protocol', `it redirects without saying where to (${reply.status})`);
  const { origin, hostname, pathname } = new URL(from);
  if (target.hostname !== hostname)
    return failed('protocol', { cause: 'it redirects to another host', address: target.origin });
  const isHome = target.origin === origin && target.search === '' && `${target.pathname}search` === pathname;
  if (home !== undefined && isHome) return failedAs(home, reply);
  return failed('configuration', {
    cause: 'it redirects to another address',
    remedy: 'set SLOT_URL to the address of its search',
    address: toPublicUrl(target.href),
  });
}

/** True if a redirect asks for the same as the URL before. */
type IsSame = (target: URL, from: URL) => boolean;

const requestsJson: IsSame = (target) => target.searchParams.get('format') === 'json';

const keepsQuery: IsSame = (target, from) => {
  const words = from.searchParams.get('q');
  return words !== null && target.searchParams.get('q') === words;
};

const MAX_REDIRECTS = 3;

/** The first reply that is not a redirect to the same search within the origin, and its URL. */
async function requestFollowing(
  upstream: Upstream,
  call: UpstreamCall,
  isSame: IsSame,
  signal: AbortSignal,
): Promise<{ readonly reply: UpstreamReply; readonly url: string } | FailedOutcome> {
  const endsAtMs = performance.now() + call.timeoutMs;
  let current = call;
  try {
    for (let redirectsLeft = MAX_REDIRECTS; ; redirectsLeft--) {
      const reply = await upstream.request(current, signal);
      const { url } = current;
      const [from, target] = [new URL(url), isRedirect(reply) ? targetOf(reply, url) : null];
      if (redirectsLeft === 0 || target?.origin !== from.origin || !isSame(target, from))
        return { reply, url };
      target.username = from.username;
      target.password = from.password;
      const leftMs = Math.max(1, Math.round(endsAtMs - performance.now()));
      current = { ...call, url: target.href, timeoutMs: leftMs };
    }
  } catch (error) {
    if (error instanceof UpstreamError) return failed(error.failedReason, error.message);
    throw error;
  }
}
