import { firstChars } from '../core/text.ts';
import type { Upstream } from '../net/upstream.ts';
import { mendable, type SearchBackend, type SearchOutcome, type SearchQuery } from './backend.ts';
import { callJson, callText, type Remedies } from './json-call.ts';
import { type FilterSpelling, filterParameters, NO_FILTER, type SearchFilter } from './search-filter.ts';
import { withoutSearchSyntax } from './search-syntax.ts';
import { readSearxngReply } from './searxng-reply.ts';

/** What a SearXNG or searx needs to be asked. */
export type SearxngOptions = {
  readonly upstream: Upstream;
  /** Address of the instance, with or without a path prefix or `/search`; parameters in it are kept. */
  readonly url: string;
  /** For one call. */
  readonly timeoutMs: number;
  /** BCP 47 tag for questions that name none; `auto` leaves it to the instance. */
  readonly language?: string;
  /** Goes after parameters of the address. */
  readonly filter?: SearchFilter;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
};

const HOUR_MS = 3_600_000;
/** How long an instance without JSON is asked for its page straight away. */
const PAGE_ONLY_MS = HOUR_MS;
/** What the instance may take less than we wait: to collect what its engines sent and to send it. */
const MARGIN_MS = 300;
/** Below it the instance would cut off engines that a little patience still gets. */
const MIN_LIMIT_MS = 700;
const MAX_BYTES = 2_000_000;
/** Some engines behind refuse more than 499 characters, and the reply repeats the query in many places. */
const MAX_QUERY_CHARS = 400;
const FILTER_SPELLING: FilterSpelling = {
  safesearch: ['safesearch', { 0: '0', 1: '1', 2: '2' }],
  timeRange: ['time_range', { day: 'day', week: 'week', month: 'month', year: 'year' }],
};
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i;

const JSON_OFF = 'its JSON output is switched off (403)';
const SWITCH_ON = 'add json to search.formats in its settings.yml';
const PAGE_HINT = `${SWITCH_ON}, for its JSON output is switched off (403) and its page is read instead`;

/** What stock SearXNG means by these. Its limiter counts JSON by the hour and says no more than this. */
const REMEDIES: Remedies = {
  403: ['configuration', `${JSON_OFF}: ${SWITCH_ON}`],
  429: [
    'rate',
    'its limiter refuses us (429): whitelist this address under pass_ip in its limiter.toml, or set server.limiter to false',
    (body) => (body.trim() === 'Too Many Requests' ? HOUR_MS : undefined),
  ],
};
const PAGE_REMEDIES: Remedies = { ...REMEDIES, 403: ['configuration', 'it refuses its page, too (403)'] };

/** One question, ready to be sent. */
type Asked = { readonly words: string; readonly language: string | null; readonly limit: number };

/**
 * SearXNG or searx over its JSON API. What it may answer and what each shape means is in `searxng-reply.ts`. One whose
 * JSON is switched off is read as people read it (`searxng-page.ts`), and asked for JSON again after an hour.
 */
export function createSearxng(options: SearxngOptions): SearchBackend {
  const now = options.now ?? (() => performance.now());
  const addresses = toAddresses(options);
  let pageOnlyUntilMs = Number.NEGATIVE_INFINITY;

  async function askJson({ words, language, limit }: Asked, signal: AbortSignal): Promise<SearchOutcome> {
    // A stock limiter refuses clients that do not take HTML or name no language.
    const call = callOf(options, `${addresses.api}${words}`, language, 'application/json, text/html;q=0.5');
    const reply = await callJson(options.upstream, call, REMEDIES, signal);
    if (reply.status === 'failed') return reply;
    return readSearxngReply(reply.body, `${addresses.shown}${words}`, limit);
  }

  async function askPage({ words, language, limit }: Asked, signal: AbortSignal): Promise<SearchOutcome> {
    const call = callOf(options, `${addresses.page}${words}`, language, 'text/html');
    const reply = await callText(options.upstream, call, PAGE_REMEDIES, signal);
    if (reply.status === 'failed') return reply;
    // An instance that gives JSON never needs the parser of pages.
    const { readSearxngPage } = await import('./searxng-page.ts');
    return readSearxngPage(reply.text, `${addresses.shown}${words}`, limit);
  }

  async function ask(asked: Asked, signal: AbortSignal): Promise<SearchOutcome> {
    if (now() >= pageOnlyUntilMs) {
      const outcome = await askJson(asked, signal);
      if (outcome.status !== 'failed' || !outcome.cause.startsWith(JSON_OFF)) return outcome;
    }
    const outcome = await askPage(asked, signal);
    if (outcome.status === 'failed') {
      const cause = `${JSON_OFF}, and its page is no help (${outcome.cause})`;
      return mendable(outcome.reason, cause, SWITCH_ON, outcome.retryAfterMs);
    }
    if (now() >= pageOnlyUntilMs) pageOnlyUntilMs = now() + PAGE_ONLY_MS;
    return outcome.status === 'ok' ? { ...outcome, hint: PAGE_HINT } : outcome;
  }

  return {
    async search(query, signal) {
      const text = firstChars(withoutSearchSyntax(query.text), MAX_QUERY_CHARS);
      if (text === '') return { status: 'empty' };
      const words = encodeURIComponent(text.toWellFormed());
      const language = languageOf(query, options);
      const outcome = await ask({ words, language, limit: query.limit }, signal);
      // A language it does not know must not cost the search.
      if (!isBadParameter(outcome) || language === null) return outcome;
      return ask({ words, language: null, limit: query.limit }, signal);
    },
  };
}

function callOf({ timeoutMs }: SearxngOptions, url: string, language: string | null, accept: string) {
  return {
    url: language === null ? url : `${url}&language=${language}`,
    headers: { accept, 'accept-language': language ?? '*' },
    timeoutMs,
    maxBytes: MAX_BYTES,
  };
}

function isBadParameter(outcome: SearchOutcome): boolean {
  return outcome.status === 'failed' && outcome.reason === 'bad-parameter';
}

function languageOf(query: SearchQuery, options: SearxngOptions): string | null {
  const language = query.language === 'auto' ? (options.language ?? 'auto') : query.language;
  return language !== 'auto' && LANGUAGE_TAG.test(language) ? language : null;
}

/** What stands before the words: in a call for JSON, in one for the page, and in what readers see of that. */
function toAddresses({ url: address, timeoutMs, filter = NO_FILTER }: SearxngOptions) {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/search') ? path : `${path}/search`;
  url.hash = '';
  url.searchParams.delete('q');
  url.searchParams.set('format', 'json');
  // Seconds. Slow engines then cost their own results and not those of the others.
  const limitMs = timeoutMs - MARGIN_MS;
  if (limitMs >= MIN_LIMIT_MS && !url.searchParams.has('timeout_limit')) {
    url.searchParams.set('timeout_limit', String(limitMs / 1000));
  }
  for (const [name, value] of Object.entries(filterParameters(filter, FILTER_SPELLING))) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  const page = new URL(url);
  page.searchParams.delete('format');
  const shown = `${url.origin}${url.pathname}?q=`;
  return { api: `${url.href}&q=`, page: `${page.href}${page.search === '' ? '?' : '&'}q=`, shown };
}
