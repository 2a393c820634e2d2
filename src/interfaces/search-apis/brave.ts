import type { Scope } from '../../core/scope.ts';
import { hostOf } from '../../lib/text/url.ts';
import { type Fields, fieldsOf, needed } from './fields.ts';
import {
  dayOf,
  type Finding,
  findHits,
  findPassages,
  MAX_HITS,
  MAX_READ,
  type SearchEndpoint,
} from './find.ts';
import { scopeOf } from './scope.ts';

const CONTEXT_TOKENS = 8192;
const MAX_TOKENS = 32_768;
/** The maximum number of pages from which Sayso selects passages. */
const OWN_MAX_TOKENS = 20_000;
const FRESHNESS: ReadonlyMap<string, string> = new Map([
  ['pd', 'day'],
  ['pw', 'week'],
  ['pm', 'month'],
  ['py', 'year'],
]);

/** Brave's `GET /res/v1/web/search`. There is one page of results. */
export const braveWebSearch: SearchEndpoint = async (call, deps) => {
  const fields = fieldsOf(call.request.query);
  const query = needed(fields, 'q');
  const limit = fields.count('count', { min: 1, max: MAX_HITS }) ?? MAX_HITS;
  const isFirst = (fields.count('offset', { min: 0, max: 9 }) ?? 0) === 0;
  const { found } = await findHits(deps, call, { query, name: 'q', scope: braveScope(fields), limit });
  return {
    type: 'search',
    query: { original: query, more_results_available: false },
    web: { type: 'search', results: isFirst ? found.map(toResult) : [], family_friendly: true },
  };
};

/** Brave's `/res/v1/llm/context` by GET or POST: the best passages of the pages. */
export const braveContext: SearchEndpoint = async (call, deps) => {
  const fields = fieldsOf(call.request.body, call.request.query);
  const query = needed(fields, 'q');
  const urls = fields.count('maximum_number_of_urls', { min: 1, max: 50 }) ?? MAX_READ;
  const tokens = fields.count('maximum_number_of_tokens', { min: 1, max: MAX_TOKENS }) ?? CONTEXT_TOKENS;
  const most = { min: 1, max: 256 };
  const snippets = fields.count('maximum_number_of_snippets_per_url', most) ?? most.max;
  const found = await findPassages(deps, call, {
    query,
    name: 'q',
    scope: braveScope(fields),
    limit: urls,
    tokens: Math.min(tokens, OWN_MAX_TOKENS),
  });
  const useful = found.filter(({ passages }) => passages.length > 0);
  return {
    grounding: {
      generic: useful.map(({ url, title, passages }) => ({
        url,
        title,
        snippets: passages.slice(0, snippets),
      })),
      map: [],
    },
    sources: Object.fromEntries(
      useful.map((each) => [each.url, { title: each.title, hostname: hostOf(each.url), ...aged(each) }]),
    ),
  };
};

function toResult({ url, title, content, publishedAt }: Finding) {
  const { protocol, host, hostname, pathname } = new URL(url);
  return {
    type: 'search_result',
    title,
    url,
    description: content,
    ...(publishedAt !== null && { page_age: publishedAt }),
    meta_url: { scheme: protocol.slice(0, -1), netloc: host, hostname, path: pathname },
  };
}

/**
 * The three forms in which Brave gives a date: in words, in digits, and as the number of days since then. An
 * unknown one is left out, because Brave's own server of MCP refuses `null`.
 */
function aged(found: Finding): { readonly age?: readonly string[] } {
  const day = dayOf(found);
  if (day === null || Number.isNaN(Date.parse(day))) return {};
  const words = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(day)) / 86_400_000));
  return { age: [new Date(day).toLocaleDateString('en-US', words), day, `${days} days ago`] };
}

function braveScope(fields: Fields): Scope {
  const freshness = fields.text('freshness');
  const [, since, until] = /^(\d{4}-\d{2}-\d{2})to(\d{4}-\d{2}-\d{2})$/.exec(freshness ?? '') ?? [];
  const country = fields.text('country');
  const language = fields.text('search_lang');
  return scopeOf(
    {
      // Brave's name for Japanese.
      language: language === 'jp' ? 'ja' : language,
      since,
      until,
      country: country === 'ALL' ? undefined : country,
      timeRange:
        since === undefined && freshness !== undefined ? (FRESHNESS.get(freshness) ?? freshness) : undefined,
    },
    { language: 'search_lang', since: 'freshness', until: 'freshness', timeRange: 'freshness' },
  );
}
