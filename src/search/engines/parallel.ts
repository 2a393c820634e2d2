import { jsonBackend } from './json-backend.ts';
import { siteLists } from './notation.ts';
import { PASSAGES, readList, resultWith } from './results.ts';

/** Parallel's search with a key. Its excerpts become the snippet. */
export const parallel = jsonBackend({
  name: 'the Parallel API',
  endpoint: 'https://api.parallel.ai/v1beta/search',
  keylessMcp: 'https://search.parallel.ai/mcp',
  method: 'POST',
  maxQueryChars: 200,
  maxResults: 20,
  notation: {
    sites: (sites) => ({ source_policy: siteLists('include_domains', 'exclude_domains')(sites) }),
  },
  parameters: ({ text, count }) => ({
    objective: text,
    search_queries: [text],
    max_results: count,
    mode: 'fast',
    excerpts: { max_chars_per_result: 1_500 },
  }),
  headers: (key) => ({ 'x-api-key': key, 'parallel-beta': 'search-extract-2025-10-10' }),
  read: readList(
    resultWith({ url: 'url', title: 'title', snippet: 'excerpts', publishedAt: 'publish_date' }, PASSAGES),
  ),
});
