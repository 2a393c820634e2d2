import type { Scope } from '../../core/scope.ts';
import type { UpstreamCall } from '../../net/upstream.ts';
import type { SafeSearchLevel, SearchQuery } from '../search.ts';
import { languageTagOf, type Notation, safeSearchParameters, stricterLevel } from './notation.ts';

/** One query to an instance, and how it is sent. */
export type SearxngQuery = {
  /** The caller's, with the scope that is sent. */
  readonly query: SearchQuery;
  /** The words with their operators, as sent. */
  readonly words: string;
  /** The words alone. */
  readonly question: string;
  /** The remaining time for this search, in milliseconds. */
  leftMs(): number;
};

/** Safe search in the instance's notation. */
export const SEARXNG_NOTATION: Notation = {
  safesearch: ['safesearch', { 0: '0', 1: '1', 2: '2' }],
  siteOperators: 'one',
};

/** Time reserved for the instance to collect and send its results; at most half of the time. */
const MARGIN_MS = 300;
/** The limit is rounded to this, so that the URL changes rarely, and is never lower. */
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
 * The calls to the SearXNG or searx at an address. Parameters in the address override the operator's settings,
 * but never lower a caller's safe search; the period of a scope replaces the time range of both.
 */
export class SearxngCalls {
  readonly #json: URL;

  constructor(address: string, safesearch: SafeSearchLevel) {
    this.#json = jsonUrl(address, safesearch);
  }

  json(query: SearxngQuery): UpstreamCall {
    return this.#callOf(this.#json, query, ACCEPT_JSON);
  }

  /** Requests the result page. */
  page(query: SearxngQuery): UpstreamCall {
    const page = new URL(this.#json);
    page.searchParams.delete('format');
    return this.#callOf(page, query, 'text/html');
  }

  /** Requests the instance's configuration. */
  config(query: SearxngQuery): UpstreamCall {
    const config = new URL(this.#json);
    config.pathname = config.pathname.replace(/search$/, 'config');
    config.search = '';
    return { ...this.#callOf(config, query, ACCEPT_JSON), url: config.href };
  }

  /** The URL of the result page as readers can open it, without the operator's parameters. */
  shownUrl({ question }: SearxngQuery): string {
    const { origin, pathname } = this.#json;
    return `${origin}${pathname}?q=${encodeURIComponent(question)}`;
  }

  #callOf(base: URL, { words, query, leftMs }: SearxngQuery, accept: string): UpstreamCall {
    const { scope } = query;
    const timeoutMs = Math.round(leftMs());
    const hasTimeLimit = this.#json.searchParams.has('timeout_limit');
    // In seconds. Without a limit, one slow engine would cost the results of all others.
    const timeLimit = hasTimeLimit ? '' : `timeout_limit=${engineLimitMs(timeoutMs) / 1000}&`;
    const locale = searxngLanguage(languageTagOf(scope));
    const inLanguage = locale === null ? '' : `&language=${locale}`;
    const url = inPeriod(withSafeSearch(base, scope), scope);
    return {
      url: `${url}${url.includes('?') ? '&' : '?'}${timeLimit}q=${encodeURIComponent(words)}${inLanguage}`,
      headers: { accept, 'accept-language': locale ?? '*' },
      timeoutMs,
      maxBytes: MAX_BYTES,
    };
  }
}

function engineLimitMs(timeoutMs: number): number {
  const limitMs = timeoutMs - Math.min(MARGIN_MS, timeoutMs / 2);
  return Math.max(1, Math.round(limitMs / LIMIT_STEP_MS)) * LIMIT_STEP_MS;
}

/** The regions for which SearXNG lists Chinese, by their script. */
const CHINESE: Readonly<Record<string, string>> = { hans: 'zh-CN', hant: 'zh-TW' };

/**
 * A BCP 47 tag in the only form that SearXNG accepts, a language with or without a country (`webutils.py`,
 * `VALID_LANGUAGE_CODE`): `zh-CN` for `zh-Hans-CN`, `sr` for `sr-Latn`, `es` for `es-419`.
 */
function searxngLanguage(tag: string | null): string | null {
  if (tag === null) return null;
  const [language = '', ...parts] = tag.toLowerCase().split('-');
  const country = parts.find((part) => /^[a-z]{2}$/.test(part));
  if (country !== undefined) return `${language}-${country.toUpperCase()}`;
  const chinese = language === 'zh' ? parts.map((part) => CHINESE[part]).find(Boolean) : undefined;
  return chinese ?? language;
}

/** True if an instance has a time range that begins on exactly this day. */
export function hasExactTimeRange(day: string): boolean {
  return TIME_RANGES.some(([, days]) => days === ageInDays(day));
}

/**
 * The shortest time range with this day; null if it is too long ago. Whole days: `day` begins yesterday at
 * this hour.
 */
function timeRangeSince(day: string): string | null {
  const age = ageInDays(day);
  return TIME_RANGES.find(([, days]) => age <= days)?.[0] ?? null;
}

function ageInDays(day: string): number {
  return Math.floor((Date.now() - Date.parse(day)) / DAY_MS);
}

function jsonUrl(address: string, safesearch: SafeSearchLevel): URL {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/search') ? path : `${path}/search`;
  url.hash = '';
  url.searchParams.delete('q');
  url.searchParams.set('format', 'json');
  for (const [name, value] of Object.entries(safeSearchParameters(SEARXNG_NOTATION, safesearch))) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value));
  }
  return url;
}

/** The address with the stricter of its own level of safe search and that of the scope. */
function withSafeSearch(base: URL, scope: Scope): URL {
  if (scope.safeSearch === undefined) return base;
  const url = new URL(base);
  const own = (['0', '1', '2'] as const).find((level) => level === url.searchParams.get('safesearch'));
  url.searchParams.set('safesearch', stricterLevel(own ?? null, scope) ?? '');
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
