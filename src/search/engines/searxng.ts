import { firstChars } from '@sayso/text/text.ts';
import * as z from 'zod';
import type { ScopePart } from '../../core/scope.ts';
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
import { retryIfRefused, withoutSearchSyntax, withSites } from './notation.ts';
import { hasExactTimeRange, SEARXNG_NOTATION, SearxngCalls, type SearxngQuery } from './searxng-calls.ts';
import { NOBODY_LOOKED, readSearxngReply } from './searxng-reply.ts';

/** URL of the instance, with or without a path prefix or `/search`; `now` in milliseconds from any point. */
type SearxngConnection = HttpConnection & { readonly now?: () => number };

/** Some engines refuse more than 499 characters, and replies repeat the query several times. */
const MAX_QUERY_CHARS = 400;
const HOUR_MS = 3_600_000;
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
const PAGE_REFUSED = 'it refuses to send its page, too (403)';

const PASS = 'add this address to pass_ip in its limiter.toml';
const LIMITER_HINT = `its limiter is on and allows an address 4 JSON requests an hour: ${PASS}`;
const LINK_TOKEN = {
  cause: 'its limiter has link_token on and allows a program 3 searches in 30 days',
  remedy: `${PASS}, or set link_token (or public_instance) to false`,
};

const JSON_REMEDIES: Remedies = {
  ...limiterRemedies(HOUR_MS),
  403: ['configuration', JSON_OFF, SWITCH_ON],
};
const PAGE_REMEDIES: Remedies = {
  ...limiterRemedies(20_000),
  403: ['configuration', PAGE_REFUSED],
};

/**
 * What a refusal by SearXNG's limiter means. It allows each address 4 JSON calls an hour, and 15 pages in
 * 20 s (`searx/botdetection/ip_limit.py`). It sends only these words, without Retry-After; a proxy's reply has
 * more text.
 */
function limiterRemedies(windowMs: number): Remedies {
  const waitIn = (body: string) => (body.trim() === 'Too Many Requests' ? windowMs : undefined);
  return {
    home: [
      'configuration',
      'its limiter takes Sayso for a bot and redirects to its start page',
      `${PASS}, or set link_token to false there`,
    ],
    429: ['rate', 'its limiter refuses Sayso (429)', `${PASS}, or set server.limiter to false`, waitIn],
  };
}

/**
 * SearXNG or searx, through its JSON API (`searxng-reply.ts`). If JSON is switched off, the result page is
 * read instead (`searxng-page.ts`) for an hour. To diagnose an instance with a limiter, only its page is
 * requested, because the limiter allows few JSON calls an hour; with `link_token`, nothing is, because it
 * allows few searches at all.
 */
export const searxng = {
  relaxed: 'question',
  open: (connection: SearxngConnection): SearchBackend => new SearxngBackend(connection),
} satisfies BackendKind;

class SearxngBackend implements SearchBackend {
  readonly sends = SENDS;
  readonly #connection: SearxngConnection;
  readonly #now: () => number;
  readonly #calls: SearxngCalls;
  #jsonOffUntilMs = Number.NEGATIVE_INFINITY;

  constructor(connection: SearxngConnection) {
    this.#connection = connection;
    this.#now = connection.now ?? (() => performance.now());
    this.#calls = new SearxngCalls(connection.url, connection.safesearch ?? null);
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const words = withoutSearchSyntax(query.text);
    if (words === '') return { status: 'empty' };
    const { timeoutMs } = this.#connection;
    const endsAtMs = this.#now() + Math.min(timeoutMs, query.leftMs?.() ?? Number.POSITIVE_INFINITY);
    const search: SearxngQuery = {
      query,
      words: withSites(words, query.scope, { maxChars: MAX_QUERY_CHARS, notation: SEARXNG_NOTATION }),
      question: firstChars(words, MAX_QUERY_CHARS).toWellFormed(),
      leftMs: () => Math.max(1, endsAtMs - this.#now()),
    };
    const outcome = await retryIfRefused(query.scope, SENDS, (scope) =>
      this.#searchForSites({ ...search, query: { ...query, scope } }, signal),
    );
    if (outcome.status === 'failed' && outcome.cause.startsWith(NOBODY_LOOKED))
      return this.#withAge(outcome, search, signal);
    // A time range that begins earlier lets older pages through, unless their date is known.
    const isSent = query.scope.since === null || hasExactTimeRange(query.scope.since);
    if (outcome.status !== 'ok' || isSent) return outcome;
    return { ...outcome, unsent: [...(outcome.unsent ?? []), 'since'] };
  }

  /** Asks with `site:`, then without: some engines take operators for words of the question. */
  async #searchForSites(search: SearxngQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const searchOnce = (once: SearxngQuery) =>
      search.query.isDiagnosis === true ? this.#diagnose(once, signal) : this.#search(once, signal);
    const outcome = await searchOnce(search);
    if (outcome.status !== 'empty' || search.words === search.question) return outcome;
    return searchOnce({ ...search, words: search.question });
  }

  async #search(search: SearxngQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const triesJson = this.#now() >= this.#jsonOffUntilMs;
    if (triesJson) {
      const outcome = await this.#requestJson(search, signal);
      if (outcome.status !== 'failed' || outcome.cause !== JSON_OFF) return outcome;
      this.#jsonOffUntilMs = this.#now() + HOUR_MS;
    }
    const outcome = await this.#requestPage(search, signal);
    if (outcome.status === 'ok') return { ...outcome, hint: PAGE_HINT };
    if (!isUseless(outcome)) return outcome;
    // The page is no replacement, so the next search tries JSON again.
    this.#jsonOffUntilMs = Number.NEGATIVE_INFINITY;
    const cause = triesJson ? `${JSON_OFF}, and ${outcome.cause}` : outcome.cause;
    return failed(outcome.reason, { cause, remedy: SWITCH_ON });
  }

  async #diagnose(search: SearxngQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const limiter = await this.#limiter(search, signal);
    if (limiter === 'off') return this.#search(search, signal);
    if (limiter === 'link-token') return failed('configuration', LINK_TOKEN);
    const outcome = await this.#requestPage(search, signal);
    return outcome.status === 'ok' ? { ...outcome, hint: LIMITER_HINT } : outcome;
  }

  async #requestJson(search: SearxngQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const options = { remedies: JSON_REMEDIES, signal };
    const reply = await callJson(this.#connection.upstream, this.#calls.json(search), options);
    if (reply.status === 'failed') return reply;
    return readSearxngReply(reply.body, this.#calls.shownUrl(search), search.query);
  }

  async #requestPage(search: SearxngQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const options = { remedies: PAGE_REMEDIES, signal };
    const reply = await callText(this.#connection.upstream, this.#calls.page(search), options);
    if (reply.status === 'failed') return reply;
    // The page parser is loaded only if an instance has no JSON.
    const { readSearxngPage } = await import('./searxng-page.ts');
    return await readSearxngPage(reply.text, this.#calls.shownUrl(search), search.query);
  }

  /**
   * The limiter as an instance reports it at `/config`. `off` too if this address is in its `pass_ip`, if the
   * call fails, and for searx, which does not report it. No call is counted by the limiter.
   */
  async #limiter(search: SearxngQuery, signal: AbortSignal): Promise<LimiterState> {
    const call = this.#calls.config(search);
    const ask = (asked: typeof call) => callJson(this.#connection.upstream, asked, { remedies: {}, signal });
    const reply = await ask(call);
    const config = LIMITER.safeParse(reply.status === 'json' ? reply.body : null);
    if (!config.success) return 'off';
    const passed = await ask({ ...call, headers: { ...call.headers, 'user-agent': REFUSED_AGENT } });
    if (passed.status === 'json') return 'off';
    const { limiter, public_instance } = config.data;
    return limiter['botdetection.ip_limit.link_token'] || public_instance ? 'link-token' : 'counting';
  }

  /** Engines often refuse an old instance, so the failure names its age. */
  async #withAge(failure: FailedOutcome, search: SearxngQuery, signal: AbortSignal) {
    const leftMs = () => Math.min(VERSION_MS, search.leftMs());
    const call = this.#calls.config({ ...search, leftMs });
    const reply = await callJson(this.#connection.upstream, call, { remedies: {}, signal });
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
}

/** True if only JSON would help. False if the instance cannot be reached or its limiter refuses Sayso. */
function isUseless(outcome: SearchOutcome): outcome is FailedOutcome {
  if (outcome.status !== 'failed') return false;
  return outcome.reason === 'protocol' || outcome.cause === PAGE_REFUSED;
}

/**
 * What the limiter of an instance does with searches from this address: `off` lets all pass; `counting`
 * counts them; `link-token` takes programs for bots, and lets each address pass three times in 30 days
 * (`SUSPICIOUS_IP_MAX`).
 */
type LimiterState = 'off' | 'counting' | 'link-token';

/** A public instance always has `link_token` on. */
const LIMITER = z.object({
  limiter: z.object({
    enabled: z.literal(true),
    'botdetection.ip_limit.link_token': z.boolean().optional(),
  }),
  public_instance: z.boolean().optional(),
});
/** The limiter refuses this name, without counting the call, unless the address is in `pass_ip`. */
const REFUSED_AGENT = 'unknown';

/** The version of SearXNG begins with its day: `2026.9.25+12f8b6515`. */
const VERSION = z.object({ version: z.string().regex(/^20\d\d\.\d{1,2}\.\d{1,2}(?!\d)/) });
const DAY_MS = 86_400_000;
/** Search engines change what they refuse every few weeks, and each version follows them. */
const OLD_DAYS = 90;
/** A version is not worth more waiting than this. */
const VERSION_MS = 2_000;
const ENGINES_REFUSE = 'wait until its engines answer again, or switch on others in its settings.yml';
