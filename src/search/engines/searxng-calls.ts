import type { Scope } from '../../core/scope.ts';
import type { UpstreamCall } from '../../net/upstream.ts';
import { filterParameters, localeOf, type SearchFilter, type Spelling } from './spelling.ts';

/** One query to an instance. */
export type SearxngQuery = {
  /** The words with their operators, as sent. */
  readonly words: string;
  /** The words alone. */
  readonly question: string;
  readonly scope: Scope;
  /** The remaining time for this search, in milliseconds. */
  leftMs(): number;
};

/** The calls to one SearXNG or searx. */
export type SearxngCalls = {
  /** For JSON. */
  json(query: SearxngQuery): UpstreamCall;
  /** Requests the result page. */
  page(query: SearxngQuery): UpstreamCall;
  /** Requests the instance's configuration. */
  config(query: SearxngQuery): UpstreamCall;
  /** The URL of the result page as readers can open it, without the operator's parameters. */
  shownUrl(query: SearxngQuery): string;
};

/** The filter in the instance's notation. */
export const SEARXNG_SPELLING: Spelling = {
  safesearch: ['safesearch', { 0: '0', 1: '1', 2: '2' }],
  timeRange: ['time_range', { day: 'day', week: 'week', month: 'month', year: 'year' }],
  siteOperators: 'one',
};

/** Time reserved for the instance to collect and send the results of its engines. */
const MARGIN_MS = 300;
/** A lower limit would cut off engines that are only slightly slower. */
const MIN_LIMIT_MS = 700;
/** The limit is rounded, so that the URL changes rarely. */
const LIMIT_STEP_MS = 100;
const MAX_BYTES = 2_000_000;
const DAY_MS = 86_400_000;
const TIME_RANGES = [
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
] as const;
/** The limiter refuses clients that do not accept HTML or send no language. */
const ACCEPT_JSON = 'application/json, text/html;q=0.5';

/**
 * The calls to the instance at `address`, which may end in a path prefix or `/search`. The URL's parameters
 * override the filter; the period of a scope overrides both.
 */
export function createSearxngCalls(address: string, filter: SearchFilter): SearxngCalls {
  const json = jsonUrl(address, filter);
  const page = new URL(json);
  page.searchParams.delete('format');
  const config = new URL(json.pathname.replace(/search$/, 'config'), json);
  [config.username, config.password] = [json.username, json.password];
  const hasTimeLimit = json.searchParams.has('timeout_limit');

  function callOf(base: URL, { words, scope, leftMs }: SearxngQuery, accept: string): UpstreamCall {
    const timeoutMs = Math.round(leftMs());
    const limitMs = Math.round((timeoutMs - MARGIN_MS) / LIMIT_STEP_MS) * LIMIT_STEP_MS;
    const hasLimit = !hasTimeLimit && limitMs >= MIN_LIMIT_MS;
    // In seconds. Without a limit, one slow engine would delay the results of all others too long.
    const timeLimit = hasLimit ? `timeout_limit=${limitMs / 1000}&` : '';
    const locale = localeOf(scope);
    const inLanguage = locale === null ? '' : `&language=${locale}`;
    const url = inPeriod(base, scope);
    return {
      url: `${url}${url.includes('?') ? '&' : '?'}${timeLimit}q=${encodeURIComponent(words)}${inLanguage}`,
      headers: { accept, 'accept-language': locale ?? '*' },
      timeoutMs,
      maxBytes: MAX_BYTES,
    };
  }

  return {
    json: (query) => callOf(json, query, ACCEPT_JSON),
    page: (query) => callOf(page, query, 'text/html'),
    config: (query) => ({ ...callOf(config, query, ACCEPT_JSON), url: config.href }),
    shownUrl: ({ question }) => `${json.origin}${json.pathname}?q=${encodeURIComponent(question)}`,
  };
}

/**
 * The shortest time range of an instance that includes this day; null if there is none. Only whole days
 * count, because an instance's `day` begins yesterday at this hour.
 */
export function timeRangeSince(day: string): string | null {
  const ageInDays = Math.floor((Date.now() - Date.parse(day)) / DAY_MS);
  return TIME_RANGES.find(([, days]) => ageInDays <= days)?.[0] ?? null;
}

function jsonUrl(address: string, filter: SearchFilter): URL {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/search') ? path : `${path}/search`;
  url.hash = '';
  url.searchParams.delete('q');
  url.searchParams.set('format', 'json');
  for (const [name, value] of Object.entries(filterParameters(SEARXNG_SPELLING, filter))) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url;
}

function inPeriod(base: URL, { since, until }: Scope): string {
  if (since === null && until === null) return base.href;
  const url = new URL(base);
  const range = since === null ? null : timeRangeSince(since);
  url.searchParams.delete('time_range');
  if (range !== null) url.searchParams.set('time_range', range);
  return url.href;
}
