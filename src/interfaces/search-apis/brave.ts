import { hostOf } from '../../lib/text/url.ts';
import { Fields } from './fields.ts';
import {
  dayOf,
  type Finding,
  findHits,
  findPassages,
  MAX_HITS,
  MAX_READ,
  type SearchEndpoint,
} from './find.ts';
import { readScope, type ScopeFields } from './scope.ts';

const CONTEXT_TOKENS = 8192;
const MAX_TOKENS = 32_768;
/** The most tokens of passages that Sayso selects. */
const OWN_MAX_TOKENS = 20_000;
const DAY_MS = 86_400_000;

const PERIOD_BY_CODE: ReadonlyMap<string, string> = new Map([
  ['pd', 'day'],
  ['pw', 'week'],
  ['pm', 'month'],
  ['py', 'year'],
]);
/** The first and the last day, which Brave writes instead of a period. */
const DAYS = /^(\d{4}-\d{2}-\d{2})to(\d{4}-\d{2}-\d{2})$/;

const SCOPE: ScopeFields = {
  // Brave's name for Japanese.
  language: ['search_lang', (language) => (language === 'jp' ? 'ja' : language)],
  country: ['country', (country) => (country === 'ALL' ? undefined : country)],
  since: ['freshness', (freshness) => DAYS.exec(freshness)?.[1]],
  until: ['freshness', (freshness) => DAYS.exec(freshness)?.[2]],
  timeRange: ['freshness', (freshness) => PERIOD_BY_CODE.get(freshness) ?? freshness],
};

/** Brave's `GET /res/v1/web/search`. There is one page of results. */
export const braveWebSearch: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.query);
  const query = fields.query('q', call.deps);
  const limit = fields.count('count', { min: 1, max: MAX_HITS }) ?? MAX_HITS;
  const isFirst = (fields.count('offset', { min: 0, max: 9 }) ?? 0) === 0;
  const { found } = await findHits(call, { query, scope: readScope(fields, SCOPE), limit });
  return {
    type: 'search',
    query: { original: query, more_results_available: false },
    web: { type: 'search', results: isFirst ? found.map(toResult) : [], family_friendly: true },
  };
};

/** Brave's `/res/v1/llm/context` by GET or POST: the best passages of the pages. */
export const braveContext: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.body, call.request.query);
  const query = fields.query('q', call.deps);
  const limit = fields.count('maximum_number_of_urls', { min: 1, max: 50 }) ?? MAX_READ;
  const tokens = fields.count('maximum_number_of_tokens', { min: 1, max: MAX_TOKENS }) ?? CONTEXT_TOKENS;
  const snippets = fields.count('maximum_number_of_snippets_per_url', { min: 1, max: 256 });
  const scope = readScope(fields, SCOPE);
  const found = await findPassages(call, { query, scope, limit, tokens: Math.min(tokens, OWN_MAX_TOKENS) });
  const useful = found.filter(({ passages }) => passages.length > 0);
  const generic = useful.map(({ url, title, passages }) => ({
    url,
    title,
    snippets: passages.slice(0, snippets),
  }));
  const sources = useful.map((source) => [source.url, toSource(source)]);
  return { grounding: { generic, map: [] }, sources: Object.fromEntries(sources) };
};

function toResult({ url, title, content, publishedAt }: Finding) {
  const { protocol, host, hostname, pathname } = new URL(url);
  return {
    type: 'search_result',
    title,
    url,
    description: content,
    page_age: publishedAt,
    meta_url: { scheme: protocol.slice(0, -1), netloc: host, hostname, path: pathname },
  };
}

/**
 * A source with its age in the three forms in which Brave gives it: the date in words and in digits, and the
 * number of days since then. An unknown date is left out, because Brave's own server of MCP refuses `null`.
 */
function toSource(found: Finding) {
  const source = { title: found.title, hostname: hostOf(found.url) };
  const day = dayOf(found);
  if (day === undefined || Number.isNaN(Date.parse(day))) return source;
  const words = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(day)) / DAY_MS));
  return { ...source, age: [new Date(day).toLocaleDateString('en-US', words), day, `${days} days ago`] };
}
