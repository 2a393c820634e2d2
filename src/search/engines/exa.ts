import { jsonBackend } from './json-backend.ts';
import { siteLists } from './notation.ts';
import { PASSAGES, readList, resultWith } from './results.ts';

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
  read: readList(
    resultWith({ url: 'url', title: 'title', snippet: 'highlights', publishedAt: 'publishedDate' }, PASSAGES),
  ),
});
