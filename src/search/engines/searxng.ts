import { firstChars } from '@sayso/text/text.ts';
import * as z from 'zod';
import type { ScopePart } from '../../core/scope.ts';
import type { Clock } from '../../net/suspension.ts';
import type { Upstream, UpstreamCall } from '../../net/upstream.ts';
import {
  type BackendKind,
  type FailedOutcome,
  failed,
  type HttpConnection,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { callJson, callText, type Remedies } from './http-call.ts';
import { retryIfRefused } from './json-backend.ts';
import { NO_FILTER, withoutSearchSyntax, withSites } from './notation.ts';
import {
  createSearxngCalls,
  hasExactTimeRange,
  SEARXNG_NOTATION,
  type SearxngQuery,
} from './searxng-calls.ts';
import { NOBODY_LOOKED, readSearxngReply } from './searxng-reply.ts';

/** URL of the instance, with or without a path prefix or `/search`; `now` in milliseconds from any point. */
type SearxngConnection = HttpConnection & { readonly now?: () => number };

/** A public instance always has `link_token` on. */
const CONFIG = z.object({
  limiter: z.object({
    enabled: z.literal(true),
    'botdetection.ip_limit.link_token': z.boolean().optional(),
  }),
  public_instance: z.boolean().optional(),
});
/** The version of SearXNG begins with its day: `2026.9.25+12f8b6515`. */
const VERSION = z.object({ version: z.string().regex(/^20\d\d\.\d{1,2}\.\d{1,2}(?!\d)/) });
const DAY_MS = 86_400_000;
/** Search engines change what they refuse every few weeks, and each version follows them. */
const OLD_DAYS = 90;
/** A version is not worth more waiting than this. */
const VERSION_MS = 2_000;
const ENGINES_REFUSE = 'wait until its engines answer again, or switch on others in its settings.yml';

/** The limiter refuses this name, without counting the call, unless the address is in `pass_ip`. */
const REFUSED_AGENT = 'unknown';

/**
 * What the limiter of an instance does with searches from this address: `off` lets all pass; `counting`
 * counts them; `link-token` takes programs for bots, and lets each address pass three times in 30 days
 * (`SUSPICIOUS_IP_MAX`).
 */
type LimiterState = 'off' | 'counting' | 'link-token';

/**
 * The limiter as an instance reports it at `/config`, which `call` requests. `off` too if this address is in
 * its `pass_ip`, if the call fails, and for searx, which does not report it. No call is counted by the
 * limiter. Throws only if `signal` aborts.
 */
async function limiterOf(upstream: Upstream, call: UpstreamCall, signal: AbortSignal): Promise<LimiterState> {
  const reply = await callJson(upstream, call, { remedies: {}, signal });
  const config = reply.status === 'json' ? CONFIG.safeParse(reply.body) : null;
  if (config?.success !== true) return 'off';
  const refused = { ...call, headers: { ...call.headers, 'user-agent': REFUSED_AGENT } };
  const passed = await callJson(upstream, refused, { remedies: {}, signal });
  if (passed.status === 'json') return 'off';
  const { limiter, public_instance } = config.data;
  return limiter['botdetection.ip_limit.link_token'] || public_instance ? 'link-token' : 'counting';
}

const HOUR_MS = 3_600_000;
/** The limiter's short window for pages: 15 requests in 20 s (`searx/botdetection/ip_limit.py`). */
const BURST_WINDOW_MS = 20_000;
/** Its long window for pages: 150 requests in 10 minutes (`LONG_WINDOW`). */
const LONG_WINDOW_MS = 600_000;

const PASS = 'add this address to pass_ip in its limiter.toml';
const REFUSES = 'its limiter refuses Sayso (429)';
const STOP_REFUSING = `${PASS}, or set server.limiter to false`;
const LINK_TOKEN = {
  home: [
    'configuration',
    'its limiter takes Sayso for a bot and redirects to its start page',
    `${PASS}, or set link_token to false there`,
  ],
} as const satisfies Remedies;

/**
 * What a refusal of a JSON call by SearXNG's limiter means. The limiter allows each address 4 such calls an
 * hour.
 */
const JSON_LIMITS: Remedies = {
  ...LINK_TOKEN,
  429: ['rate', REFUSES, STOP_REFUSING, (body) => (isLimiter(body) ? HOUR_MS : undefined)],
};

/** Counts the limiter's refusals of result pages. */
type PageRefusals = {
  readonly remedies: Remedies;
  /** Must be called for every reply that is not a refusal. */
  recordPass(): void;
};

/**
 * The limiter does not say which of its two windows for pages is exceeded. The first refusal is attributed to
 * the short window; each refusal after the wait doubles the wait, up to the long window.
 */
function createPageLimits(now: Clock): PageRefusals {
  let waitMs = 0;
  let waitEndsAtMs = Number.NEGATIVE_INFINITY;
  function nextWaitMs(): number {
    // Calls that were in progress at the first refusal must not lengthen the wait.
    if (now() < waitEndsAtMs) return waitEndsAtMs - now();
    waitMs = Math.min(LONG_WINDOW_MS, Math.max(BURST_WINDOW_MS, waitMs * 2));
    waitEndsAtMs = now() + waitMs;
    return waitMs;
  }
  return {
    remedies: {
      ...LINK_TOKEN,
      429: ['rate', REFUSES, STOP_REFUSING, (body) => (isLimiter(body) ? nextWaitMs() : undefined)],
    },
    recordPass() {
      waitMs = 0;
      waitEndsAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}

/**
 * SearXNG's own limiter sends only this text, without Retry-After. A proxy's reply has more text than this.
 */
function isLimiter(body: string): boolean {
  return body.trim() === 'Too Many Requests';
}

/** Some engines refuse more than 499 characters, and replies repeat the query several times. */
const MAX_QUERY_CHARS = 400;
/** How long JSON counts as switched off. */
const JSON_OFF_MS = 3_600_000;
/** The parts of a scope that are sent to an instance; of a period, its beginning. */
const SENDS: ReadonlySet<ScopePart> = new Set<ScopePart>([
  'language',
  'country',
  'since',
  'sites.only',
  'safe_search',
]);

const JSON_OFF = 'its JSON output is switched off (403)';
const SWITCH_ON = 'add json to search.formats in its settings.yml';
const PAGE_HINT = `${SWITCH_ON}, unless its limiter is on; ${JSON_OFF}, so its page is read instead`;
const LIMITER_HINT =
  'its limiter is on and allows an address 4 JSON requests an hour: ' +
  'add this one to pass_ip in its limiter.toml';
const LINK_TOKEN_CAUSE = 'its limiter has link_token on and allows a program 3 searches in 30 days';
const LINK_TOKEN_REMEDY =
  'add this address to pass_ip in its limiter.toml, or set link_token (or public_instance) to false';
const PAGE_REFUSED = 'it refuses to send its page, too (403)';
const JSON_REMEDIES: Remedies = { ...JSON_LIMITS, 403: ['configuration', JSON_OFF, SWITCH_ON] };

/** One search: the caller's query, and how it is sent. */
type Searched = SearxngQuery & { readonly query: SearchQuery };

type PageReply = { readonly outcome: SearchOutcome; readonly isJsonOffered: boolean };

/**
 * SearXNG or searx, through its JSON API (`searxng-reply.ts`). If JSON is switched off, the result page is
 * read instead (`searxng-page.ts`) until the page offers JSON or an hour has passed. To diagnose an instance
 * with a limiter, only its page is requested, because the limiter allows few JSON calls an hour; with
 * `link_token`, nothing is, because it allows few searches at all.
 */
export const searxng = {
  relaxed: 'question',
  open: (connection: SearxngConnection): SearchBackend => new SearxngBackend(connection),
} satisfies BackendKind;

class SearxngBackend implements SearchBackend {
  readonly sends = SENDS;
  readonly #upstream: Upstream;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #calls: ReturnType<typeof createSearxngCalls>;
  readonly #pageLimits: PageRefusals;
  #jsonOffUntilMs = Number.NEGATIVE_INFINITY;
  /** False if a proxy in front of the instance refuses the JSON that its page offers. */
  #isOfferBelieved = true;

  constructor({
    upstream,
    url,
    timeoutMs,
    filter = NO_FILTER,
    now = () => performance.now(),
  }: SearxngConnection) {
    this.#upstream = upstream;
    this.#timeoutMs = timeoutMs;
    this.#now = now;
    this.#calls = createSearxngCalls(url, filter);
    this.#pageLimits = createPageLimits(now);
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const words = withoutSearchSyntax(query.text);
    if (words === '') return { status: 'empty' };
    const endsAtMs = this.#now() + Math.min(this.#timeoutMs, query.leftMs?.() ?? Number.POSITIVE_INFINITY);
    const search = {
      query,
      words: withSites(words, query.scope, { maxChars: MAX_QUERY_CHARS, notation: SEARXNG_NOTATION }),
      question: firstChars(words, MAX_QUERY_CHARS).toWellFormed(),
      leftMs: () => Math.max(1, endsAtMs - this.#now()),
    };
    const outcome = await retryIfRefused(query.scope, SENDS, (scope) =>
      this.#searchForSites({ ...search, scope }, signal),
    );
    if (outcome.status === 'failed' && outcome.cause.startsWith(NOBODY_LOOKED))
      return this.#withAge(outcome, search, signal);
    // A time range that begins earlier lets older pages through, unless their date is known.
    const isSent = query.scope.since === null || hasExactTimeRange(query.scope.since);
    if (outcome.status !== 'ok' || isSent) return outcome;
    return { ...outcome, unsent: [...(outcome.unsent ?? []), 'since'] };
  }

  /** Engines often refuse an old instance, so the failure names its age. */
  async #withAge(failure: FailedOutcome, search: Omit<Searched, 'scope'>, signal: AbortSignal) {
    const leftMs = () => Math.min(VERSION_MS, search.leftMs());
    const call = this.#calls.config({ ...search, scope: search.query.scope, leftMs });
    const reply = await callJson(this.#upstream, call, { remedies: {}, signal });
    const config = VERSION.safeParse(reply.status === 'json' ? reply.body : null);
    if (!config.success) return { ...failure, remedy: ENGINES_REFUSE };
    const [year = 0, month = 1, day = 1] = config.data.version.split(/[.+-]/).map(Number);
    const days = Math.floor((Date.now() - Date.UTC(year, month - 1, day)) / DAY_MS);
    const cause = `${failure.cause}; SearXNG ${year}.${month}.${day} is ${days} days old`;
    return {
      ...failure,
      cause,
      remedy: days > OLD_DAYS ? `update it, or ${ENGINES_REFUSE}` : ENGINES_REFUSE,
    };
  }

  async #requestJson(search: Searched, signal: AbortSignal): Promise<SearchOutcome> {
    const reply = await callJson(this.#upstream, this.#calls.json(search), {
      remedies: JSON_REMEDIES,
      signal,
    });
    if (reply.status === 'failed') return reply;
    return readSearxngReply(reply.body, this.#calls.shownUrl(search), search.query);
  }

  async #requestPage(search: Searched, signal: AbortSignal): Promise<PageReply> {
    const remedies: Remedies = { ...this.#pageLimits.remedies, 403: ['configuration', PAGE_REFUSED] };
    const reply = await callText(this.#upstream, this.#calls.page(search), { remedies, signal });
    if (reply.status === 'failed') return { outcome: reply, isJsonOffered: false };
    this.#pageLimits.recordPass();
    // The page parser is loaded only if an instance has no JSON.
    const { offersJson, readSearxngPage } = await import('./searxng-page.ts');
    const outcome = await readSearxngPage(reply.text, this.#calls.shownUrl(search), search.query);
    return { outcome, isJsonOffered: offersJson(reply.text) };
  }

  async #search(search: Searched, signal: AbortSignal): Promise<SearchOutcome> {
    const wasOff = this.#now() < this.#jsonOffUntilMs;
    if (!wasOff) {
      const outcome = await this.#requestJson(search, signal);
      if (outcome.status !== 'failed' || outcome.cause !== JSON_OFF) return outcome;
      this.#jsonOffUntilMs = this.#now() + JSON_OFF_MS;
    }
    const { outcome, isJsonOffered } = await this.#requestPage(search, signal);
    if (outcome.status !== 'failed') {
      // JSON was refused just now, so an offer of it cannot be believed.
      if (!wasOff) this.#isOfferBelieved = !isJsonOffered;
      else if (isJsonOffered && this.#isOfferBelieved) this.#jsonOffUntilMs = Number.NEGATIVE_INFINITY;
    }
    if (outcome.status === 'ok') return isJsonOffered ? outcome : { ...outcome, hint: PAGE_HINT };
    if (!isUseless(outcome)) return outcome;
    // The page is no replacement, so the next search tries JSON again.
    this.#jsonOffUntilMs = Number.NEGATIVE_INFINITY;
    return wasOff
      ? outcome
      : failed(outcome.reason, { cause: `${JSON_OFF}, and ${outcome.cause}`, remedy: SWITCH_ON });
  }

  async #diagnose(search: Searched, signal: AbortSignal): Promise<SearchOutcome> {
    const limiter = await limiterOf(this.#upstream, this.#calls.config(search), signal);
    if (limiter === 'off') return this.#search(search, signal);
    if (limiter === 'link-token')
      return failed('configuration', { cause: LINK_TOKEN_CAUSE, remedy: LINK_TOKEN_REMEDY });
    const { outcome, isJsonOffered } = await this.#requestPage(search, signal);
    return outcome.status === 'ok' && isJsonOffered ? { ...outcome, hint: LIMITER_HINT } : outcome;
  }

  /** Asks with `site:`, then without: some engines take operators for words of the question. */
  async #searchForSites(search: Searched, signal: AbortSignal): Promise<SearchOutcome> {
    const searchOnce = (once: Searched) =>
      search.query.isDiagnosis === true ? this.#diagnose(once, signal) : this.#search(once, signal);
    const outcome = await searchOnce(search);
    if (outcome.status !== 'empty' || search.words === search.question) return outcome;
    return searchOnce({ ...search, words: search.question });
  }
}

/** True if only JSON would help. False if the instance cannot be reached or its limiter refuses Sayso. */
function isUseless(outcome: SearchOutcome): outcome is FailedOutcome {
  if (outcome.status !== 'failed') return false;
  return outcome.reason === 'protocol' || outcome.cause === PAGE_REFUSED;
}
