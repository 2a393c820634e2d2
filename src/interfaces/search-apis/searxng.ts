import type { Attempt } from '../../core/attempt.ts';
import { Failure } from '../../core/failure.ts';
import { fieldsOf, needed } from './fields.ts';
import { type Finding, findHits, type SearchEndpoint } from './find.ts';
import { scopeOf } from './scope.ts';

const RESULTS = 10;

/**
 * SearXNG's `/search?format=json`, with the parameters in the query string, a form or JSON. There is one page
 * of results. If every slot fails, the reply has no results and names them as unresponsive, as SearXNG does.
 */
export const searxng: SearchEndpoint = async (call, deps) => {
  const { query, body } = call.request;
  const fields = fieldsOf(body, query);
  const given = needed(fields, 'q');
  const language = fields.text('language');
  const timeRange = fields.text('time_range');
  const scope = scopeOf(
    {
      language: language === 'all' ? undefined : language,
      // SearXNG treats the word like no period, and refuses every other unknown one (its `webadapter.py`).
      timeRange: timeRange === 'None' ? undefined : timeRange,
    },
    {},
  );
  const page = fields.count('pageno', { min: 1, max: 1000 }) ?? 1;
  const wanted = { query: given, name: 'q', scope, limit: RESULTS };
  const { found, unresponsive } = await findHits(deps, call, wanted).then(
    ({ found: hits, record }) => ({ found: hits, unresponsive: record.trail.flatMap(toUnresponsive) }),
    (error: unknown) => {
      if (!(error instanceof Failure) || error.code !== 'search-unavailable') throw error;
      return { found: [], unresponsive: [['sayso', error.message] as const] };
    },
  );
  const results = page === 1 ? found.map(toResult) : [];
  return {
    query: given,
    number_of_results: results.length,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: unresponsive,
  };
};

function toResult({ url, title, content, publishedAt, engine }: Finding, at: number) {
  const { protocol, host, pathname, search, hash } = new URL(url);
  const name = engine ?? 'sayso';
  return {
    url,
    title,
    content,
    engine: name,
    engines: [name],
    category: 'general',
    template: 'default.html',
    parsed_url: [protocol.slice(0, -1), host, pathname, '', search.slice(1), hash.slice(1)],
    positions: [at + 1],
    score: 1 / (at + 1),
    thumbnail: '',
    img_src: '',
    publishedDate: publishedAt,
  };
}

function toUnresponsive({ engine, status, cause }: Attempt): readonly (readonly [string, string])[] {
  return status === 'failed' || status === 'skipped' ? [[engine, cause]] : [];
}
