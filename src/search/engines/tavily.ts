import { jsonBackend } from './json-backend.ts';
import { siteLists } from './notation.ts';
import { readList, resultWith } from './results.ts';

/** Tavily's search for language models, which returns relevant passages instead of snippets. */
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
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read: readList(
    resultWith({ url: 'url', title: 'title', snippet: 'content', publishedAt: 'published_date' }),
  ),
});
