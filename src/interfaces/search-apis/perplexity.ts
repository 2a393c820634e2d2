import { Failure } from '../../core/failure.ts';
import type { Scope } from '../../core/scope.ts';
import { type Fields, fieldsOf } from './fields.ts';
import { dayOf, type Finding, findHits, findPassages, MAX_HITS, type SearchEndpoint } from './find.ts';
import { scopeOf, toHosts } from './scope.ts';

const RESULTS = 10;
const MAX_QUERIES = 5;
const MAX_TOKENS = 20_000;

/**
 * Perplexity's `POST /search` with one query or up to five, whose results are merged in turn. With
 * `max_tokens_per_page` or `max_tokens`, pages are read and `snippet` has their best passages; otherwise it
 * is the excerpt of the result.
 */
export const perplexitySearch: SearchEndpoint = async (call, deps) => {
  const fields = fieldsOf(call.request.body);
  const queries = fields.texts('query') ?? [];
  if (queries.length === 0) throw new Failure('invalid-question', 'The field `query` is missing.');
  if (queries.length > MAX_QUERIES)
    throw new Failure('invalid-question', `The field \`query\` can have at most ${MAX_QUERIES} queries.`);
  const limit = fields.count('max_results', { min: 1, max: MAX_HITS }) ?? RESULTS;
  const scope = perplexityScope(fields);
  const tokens = tokensOf(fields, limit);
  const lists = await Promise.all(
    queries.map(async (query) => {
      const wanted = { query, name: 'query', scope, limit };
      return tokens === null
        ? (await findHits(deps, call, wanted)).found
        : findPassages(deps, call, { ...wanted, tokens });
    }),
  );
  return {
    id: call.request.id,
    results: inTurn(lists)
      .slice(0, limit)
      .map((found) => ({ title: found.title, url: found.url, snippet: found.content, ...dated(found) })),
  };
};

/** The date, which Perplexity's own server of MCP accepts as a text or not at all. */
function dated(found: Finding) {
  const date = dayOf(found);
  return date === null ? {} : { date };
}

function tokensOf(fields: Fields, limit: number): number | null {
  const most = { min: 1, max: 1_000_000 };
  const each = fields.count('max_tokens_per_page', most);
  const all = fields.count('max_tokens', most);
  if (each === undefined && all === undefined) return null;
  return Math.min(MAX_TOKENS, all ?? MAX_TOKENS, (each ?? MAX_TOKENS) * limit);
}

/** The first finding of each list, then the second of each, and so on; each page only once. */
function inTurn(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []));
  return [...new Map(turns.flat().map((found) => [found.url, found])).values()];
}

function perplexityScope(fields: Fields): Scope {
  const domains = toHosts(fields.texts('search_domain_filter')) ?? [];
  const recency = fields.text('search_recency_filter');
  const since = toIsoDay(fields.text('search_after_date_filter'));
  const until = toIsoDay(fields.text('search_before_date_filter'));
  const isFree = since === undefined && until === undefined;
  return scopeOf(
    {
      ...{
        language: fields.texts('search_language_filter')?.[0],
        country: fields.text('country'),
        since,
        until,
      },
      // A day is the shortest period that can be asked for.
      timeRange: isFree ? (recency === 'hour' ? 'day' : recency) : undefined,
      only: domains.filter((domain) => !domain.startsWith('-')),
      never: domains.filter((domain) => domain.startsWith('-')).map((domain) => domain.slice(1)),
    },
    {
      language: 'search_language_filter',
      timeRange: 'search_recency_filter',
      since: 'search_after_date_filter',
      until: 'search_before_date_filter',
      only: 'search_domain_filter',
      never: 'search_domain_filter',
    },
  );
}

/** A day in Perplexity's notation, month first; other texts stay, so that the message can name the field. */
function toIsoDay(text: string | undefined): string | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
