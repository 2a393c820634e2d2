import type { Attempt } from '../../core/attempt.ts';
import { Failure } from '../../core/failure.ts';
import { SAFE_SEARCH_LEVELS, type Scope } from '../../core/scope.ts';
import { searchEngineOf } from '../http/call-service.ts';
import { scopeNames, toScope } from '../http/scope.ts';
import { Fields } from './fields.ts';
import { type Finding, findHits, type SearchEndpoint } from './find.ts';

const DEFAULT_RESULTS = 10;

const NAMES = scopeNames('field', {});

function scopeOf(fields: Fields): Scope {
  const [language, period] = [fields.text('language'), fields.text('time_range')];
  const wanted = {
    language: language === 'all' ? undefined : language,
    // SearXNG treats the word like no period, and refuses every other unknown one (its `webadapter.py`).
    timeRange: period === 'None' ? undefined : period,
    safeSearch: toLevel(fields.text('safesearch')),
  };
  return toScope(wanted, NAMES);
}

/** The level of SearXNG's number: 0, 1 and 2 are the levels in their order. */
function toLevel(number: string | undefined): string | undefined {
  if (number === undefined) return undefined;
  const level = SAFE_SEARCH_LEVELS[Number(number)];
  if (level === undefined) throw new Failure('invalid-question', 'The field `safesearch` must be 0, 1 or 2.');
  return level;
}

/**
 * SearXNG's `/search?format=json`, with the parameters in the query string, a form or JSON. There is one page
 * of results. If every slot fails, the reply has no results and names them as unresponsive, as SearXNG does.
 */
export const searxng: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.body, call.request.query);
  const query = fields.query('q', call.deps);
  const page = fields.count('pageno', { min: 1, max: 1000 }) ?? 1;
  const { found, unresponsive } = await findHits(call, {
    query,
    scope: scopeOf(fields),
    limit: DEFAULT_RESULTS,
  }).then(
    ({ found: hits, record }) => ({ found: hits, unresponsive: record.trail.flatMap(toUnresponsive) }),
    (error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'search-unavailable') throw error;
      return { found: [], unresponsive: [['sayso', error.message] as const] };
    },
  );
  const results = page === 1 ? found.map(toResult) : [];
  return {
    query,
    number_of_results: results.length,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: unresponsive,
  };
};

function toResult({ url, title, content, publishedAt, slot }: Finding, at: number) {
  const engine = slot === undefined ? 'sayso' : searchEngineOf(slot);
  const { protocol, host, pathname, search, hash } = new URL(url);
  return {
    url,
    title,
    content,
    engine,
    engines: [engine],
    category: 'general',
    template: 'default.html',
    parsed_url: [protocol.slice(0, -1), host, pathname, '', search.slice(1), hash.slice(1)],
    positions: [at + 1],
    score: 1 / (at + 1),
    thumbnail: '',
    img_src: '',
    publishedDate: publishedAt ?? null,
  };
}

function toUnresponsive({ slot, status, cause }: Attempt): readonly (readonly [string, string])[] {
  return status === 'failed' || status === 'skipped' ? [[searchEngineOf(slot), cause]] : [];
}

/**
 * SearXNG's `GET /config`, which programs read to learn what they can ask for: one category, and the slots of
 * the search as engines, without their addresses. Parts of SearXNG that Sayso does not have are empty.
 */
export const searxngConfig: SearchEndpoint = async ({ deps: { status, readiness } }) => {
  const categories = ['general'];
  return {
    categories,
    engines: readiness().slots.map(({ position, state }) => ({
      name: searchEngineOf(position),
      categories,
      shortcut: searchEngineOf(position),
      enabled: state !== 'open',
      paging: false,
      language_support: true,
      languages: [],
      regions: [],
      safesearch: true,
      time_range_support: true,
    })),
    plugins: [],
    instance_name: 'Sayso',
    locales: {},
    default_locale: '',
    autocomplete: '',
    safe_search: 0,
    default_theme: '',
    version: status().version,
    brand: {},
    limiter: { enabled: false },
    doi_resolvers: [],
    default_doi_resolver: '',
    public_instance: false,
  };
};
