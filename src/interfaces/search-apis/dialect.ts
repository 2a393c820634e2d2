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
const EXA_FIELDS = [
  'numResults',
  'contents',
  'includeDomains',
  'excludeDomains',
  'startPublishedDate',
  'endPublishedDate',
  'useAutoprompt',
  'type',
];
const PERPLEXITY_FIELDS = [
  'search_domain_filter',
  'search_recency_filter',
  'search_language_filter',
  'search_after_date_filter',
  'search_before_date_filter',
  'max_tokens_per_page',
  'max_tokens',
];

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
  const path = url.split('?', 1)[0] ?? '';
  const known = BY_PATH.find(([start]) => path.startsWith(start));
  if (known !== undefined) return known[1];
  if (method === 'GET' || method === 'HEAD') return 'searxng';
  const sent = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const has = (name: string) => sent[name] !== undefined && sent[name] !== null;
  if (!has('query') && (has('q') || /[?&]q=/.test(url))) return 'searxng';
  const isExa = /^exa-/.test(headers['user-agent'] ?? '') || headers['x-exa-integration'] !== undefined;
  if (isExa || EXA_FIELDS.some(has)) return 'exa';
  // The header is set by the generator of Perplexity's client libraries.
  const isPerplexity = headers['x-stainless-lang'] !== undefined || Array.isArray(sent.query);
  return isPerplexity || PERPLEXITY_FIELDS.some(has) ? 'perplexity' : 'tavily';
}
