import { Failure } from '../../core/failure.ts';
import { checkedText } from '../http/checked-text.ts';
import { Fields } from './fields.ts';
import { dayOf, type Finding, findHits, findPassages, MAX_HITS, type SearchEndpoint } from './find.ts';
import { readScope, type ScopeFields } from './scope.ts';

const DEFAULT_RESULTS = 10;
const MAX_QUERIES = 5;
const MAX_TOKENS = 20_000;

const SCOPE: ScopeFields = {
  language: 'search_language_filter',
  country: 'country',
  since: ['search_after_date_filter', toIsoDay],
  until: ['search_before_date_filter', toIsoDay],
  // A day is the shortest period that can be asked for.
  timeRange: ['search_recency_filter', (period) => (period === 'hour' ? 'day' : period)],
  only: ['search_domain_filter', (hosts) => hosts.filter((host) => !host.startsWith('-'))],
  never: [
    'search_domain_filter',
    (hosts) => hosts.filter((host) => host.startsWith('-')).map((host) => host.slice(1)),
  ],
};

/**
 * Perplexity's `POST /search` with one query or up to five, whose results are merged in turn. With
 * `max_tokens_per_page` or `max_tokens`, pages are read and `snippet` has their best passages; otherwise it
 * is the excerpt of the result. The date is a text or left out, because Perplexity's own server of MCP
 * accepts no `null`.
 */
export const perplexitySearch: SearchEndpoint = async (call) => {
  const fields = new Fields(call.request.body);
  const queries = fields.texts('query') ?? [];
  if (queries.length === 0) throw new Failure('invalid-question', 'The field `query` is missing.');
  if (queries.length > MAX_QUERIES)
    throw new Failure('invalid-question', `The field \`query\` can have at most ${MAX_QUERIES} queries.`);
  const limit = fields.count('max_results', { min: 1, max: MAX_HITS }) ?? DEFAULT_RESULTS;
  const scope = readScope(fields, SCOPE);
  const tokens = tokensOf(fields, limit);
  const lists = await Promise.all(
    queries.map(async (text) => {
      const query = checkedText(text, { ...call.deps, name: 'The field `query`' });
      const wanted = { query, scope, limit };
      return tokens === null
        ? (await findHits(call, wanted)).found
        : findPassages(call, { ...wanted, tokens });
    }),
  );
  const results = inTurn(lists).slice(0, limit);
  return {
    id: call.request.id,
    results: results.map((found) => ({
      title: found.title,
      url: found.url,
      snippet: found.content,
      date: dayOf(found),
    })),
  };
};

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

/** A day in Perplexity's notation, month first; other texts stay, so that the message can name the field. */
function toIsoDay(text: string): string {
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
