import * as z from 'zod';
import { jsonBackend } from './json-backend.ts';
import { googlePeriod, siteLists } from './notation.ts';
import { readList } from './results.ts';

// Services that search for language models. All that return the text of pages are asked for passages or snippets.

/** Tavily's search, which returns relevant passages instead of snippets. */
export const tavily = jsonBackend({
  name: 'the Tavily API',
  endpoint: 'https://api.tavily.com/search',
  method: 'POST',
  maxQueryChars: 400,
  maxResults: 20,
  notation: {
    // The names are loaded here, and not at every start of Sayso, of which they would be 17 ms.
    country: (code) => ({ country: new Intl.DisplayNames('en', { type: 'region' }).of(code)?.toLowerCase() }),
    period: (since, until) => ({ start_date: since, end_date: until }),
    sites: siteLists('include_domains', 'exclude_domains'),
  },
  remedies: {
    432: [
      'configuration',
      "the key's or plan's limit is reached (432)",
      'raise it, or wait for the next period',
    ],
    433: ['configuration', 'the pay-as-you-go limit is reached (433)', 'raise it in its dashboard'],
  },
  parameters: ({ text, count }) => ({ query: text, max_results: count, search_depth: 'basic' }),
  headers: bearer,
  read: readList({ url: 'url', title: 'title', snippet: 'content', publishedAt: 'published_date' }),
});

/** Exa's semantic search. The passages that it highlights become the snippet. */
export const exa = jsonBackend({
  name: 'the Exa API',
  endpoint: 'https://api.exa.ai/search',
  keylessMcp: 'https://mcp.exa.ai/mcp',
  method: 'POST',
  maxQueryChars: 1_000,
  maxResults: 25,
  paidByResult: true,
  notation: {
    country: (code) => ({ userLocation: code }),
    period: (since, until) => ({
      startPublishedDate: `${since}T00:00:00.000Z`,
      endPublishedDate: `${until}T23:59:59.999Z`,
    }),
    sites: siteLists('includeDomains', 'excludeDomains'),
  },
  // Without `contents`, replies contain only URLs and titles.
  parameters: ({ text, count }) => ({ query: text, numResults: count, contents: { highlights: true } }),
  headers: (key) => ({ 'x-api-key': key }),
  read: readList({ url: 'url', title: 'title', passages: 'highlights', publishedAt: 'publishedDate' }),
});

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
  read: readList({ url: 'url', title: 'title', passages: 'excerpts', publishedAt: 'publish_date' }),
});

/** Linkup's search at the depth `fast`: at the others, a model follows instructions in the question. */
export const linkup = jsonBackend({
  name: 'the Linkup API',
  endpoint: 'https://api.linkup.so/v1/search',
  method: 'POST',
  // It documents no limit.
  maxQueryChars: 400,
  maxResults: 20,
  notation: {
    period: (since, until) => ({ fromDate: since, toDate: until }),
    sites: siteLists('includeDomains', 'excludeDomains'),
  },
  remedies: { 429: ['rate', 'its credit is used up, or it gets too many calls at a time (429)'] },
  nothingFound: { status: 400, words: 'SEARCH_QUERY_NO_RESULT' },
  parameters: ({ text, count }) => ({
    q: text,
    depth: 'fast',
    outputType: 'searchResults',
    maxResults: count,
  }),
  headers: bearer,
  read: readList({ url: 'url', title: 'name', snippet: 'content' }),
});

const FIRECRAWL_REPLY = z
  .object({ success: z.literal(true), data: z.object({ web: z.array(z.unknown()).optional() }) })
  .transform(({ data }) => data.web ?? []);

/** Firecrawl's search without the text of the pages. An instance of one's own needs no key. */
export const firecrawl = jsonBackend({
  name: 'the Firecrawl API',
  endpoint: 'https://api.firecrawl.dev/v2/search',
  keylessMcp: 'https://mcp.firecrawl.dev/v2/mcp',
  isSelfHosted: true,
  method: 'POST',
  maxQueryChars: 500,
  // Each ten results cost credits.
  maxResults: 10,
  notation: {
    period: googlePeriod,
    country: (code) => ({ country: code }),
    // It refuses both lists in one call.
    sites: ({ only, never }) => (only.length > 0 ? { includeDomains: only } : { excludeDomains: never }),
  },
  parameters: ({ text, count }) => ({ query: text, limit: count }),
  headers: bearer,
  read: readList({ url: 'url', title: 'title', snippet: 'description' }, FIRECRAWL_REPLY),
});

const JINA_REPLY = z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data);

/** Jina's search, without the text of the pages, which would take seconds. */
export const jina = jsonBackend({
  name: 'the Jina Search API',
  endpoint: 'https://s.jina.ai/',
  method: 'POST',
  // It documents no limit.
  maxQueryChars: 400,
  maxResults: 20,
  notation: {
    language: (code) => ({ hl: code }),
    country: (code) => ({ gl: code.toLowerCase() }),
    siteOperators: 'one',
  },
  nothingFound: { status: 422, words: 'No search results available' },
  parameters: ({ text, count }) => ({ q: text, num: count }),
  headers: (key) => ({ ...bearer(key), 'x-respond-with': 'no-content' }),
  read: readList({ url: 'url', title: 'title', snippet: 'description' }, JINA_REPLY),
});

/** Ollama's web search, which needs only a free account. It is not part of an Ollama on this machine. */
export const ollama = jsonBackend({
  name: "Ollama's web search API",
  endpoint: 'https://ollama.com/api/web_search',
  method: 'POST',
  // It documents no limit.
  maxQueryChars: 400,
  maxResults: 10,
  parameters: ({ text, count }) => ({ query: text, max_results: count }),
  headers: bearer,
  read: readList({ url: 'url', title: 'title', snippet: 'content' }),
});

function bearer(key: string): Readonly<Record<string, string>> {
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}
