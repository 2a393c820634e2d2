import { type FilterSpelling, filterParameters, type SearchFilter } from '../search-filter.ts';

/** The URLs of one SearXNG or searx; further parameters are appended to the first two. */
export type SearxngUrls = {
  /** For JSON. */
  readonly json: string;
  /** For the result page. */
  readonly page: string;
  /** The result page as readers can open it, without the operator's parameters, up to and including `q=`. */
  readonly shown: string;
  /** Its description of itself. */
  readonly config: string;
  /** True if the operator's URL sets `timeout_limit`. */
  readonly hasTimeLimit: boolean;
};

const FILTER_SPELLING: FilterSpelling = {
  safesearch: ['safesearch', { 0: '0', 1: '1', 2: '2' }],
  timeRange: ['time_range', { day: 'day', week: 'week', month: 'month', year: 'year' }],
};

/**
 * The URLs of the instance at `address`, which may end in a path prefix or `/search`. Its parameters override
 * the filter.
 */
export function toSearxngUrls(address: string, filter: SearchFilter): SearxngUrls {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/search') ? path : `${path}/search`;
  url.hash = '';
  url.searchParams.delete('q');
  url.searchParams.set('format', 'json');
  for (const [name, value] of Object.entries(filterParameters(filter, FILTER_SPELLING))) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  const page = new URL(url);
  page.searchParams.delete('format');
  const config = new URL(url);
  config.pathname = url.pathname.replace(/search$/, 'config');
  config.search = '';
  return {
    json: url.href,
    page: page.href,
    shown: `${url.origin}${url.pathname}?q=`,
    config: config.href,
    hasTimeLimit: url.searchParams.has('timeout_limit'),
  };
}
