import type { FastifyRequest } from 'fastify';

/** The service whose format a request has. */
export type Dialect = 'searxng' | 'tavily' | 'perplexity' | 'exa' | 'brave' | 'ollama' | 'open-webui';

/** Paths that only one service has. */
const BY_PATH: readonly (readonly [start: string, dialect: Dialect])[] = [
  ['/res/', 'brave'],
  ['/api/web_', 'ollama'],
  ['/contents', 'exa'],
  ['/answer', 'exa'],
  ['/extract', 'tavily'],
  ['/search/external', 'open-webui'],
  ['/load', 'open-webui'],
  ['/config', 'searxng'],
];
/** Fields that only one service has. */
const EXA_FIELD =
  /^(?:numResults|contents|includeDomains|excludeDomains|(?:start|end)PublishedDate|useAutoprompt|type)$/;
const PERPLEXITY_FIELD =
  /^(?:search_(?:domain|recency|language|(?:after|before)_date)_filter|max_tokens(?:_per_page)?)$/;

/**
 * Finds the service whose dialect a request uses. Several services share the path `/search`: the method and
 * the fields of the body tell which one is meant. A body that fits several services counts as Tavily's, whose
 * reply includes Perplexity's fields.
 */
export function dialectOf({
  method,
  url,
  headers,
  body,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body'>): Dialect {
  const entry = BY_PATH.find(([start]) => url.startsWith(start));
  if (entry !== undefined) return entry[1];
  if (method === 'GET' || method === 'HEAD') return 'searxng';
  const fields = new Map(Object.entries(body ?? {}).filter(([, value]) => (value ?? null) !== null));
  if (!fields.has('query') && (fields.has('q') || /[?&]q=/.test(url))) return 'searxng';
  const names = [...fields.keys()];
  const isExa = /^exa-/.test(headers['user-agent'] ?? '') || headers['x-exa-integration'] !== undefined;
  if (isExa || names.some((name) => EXA_FIELD.test(name))) return 'exa';
  // The header is set by the generator of Perplexity's client libraries.
  const isPerplexity = headers['x-stainless-lang'] !== undefined || Array.isArray(fields.get('query'));
  return isPerplexity || names.some((name) => PERPLEXITY_FIELD.test(name)) ? 'perplexity' : 'tavily';
}
