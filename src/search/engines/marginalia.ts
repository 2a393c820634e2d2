import { jsonBackend } from './json-backend.ts';
import { readList, resultWith } from './results.ts';

const USED_UP =
  'the key has reached its rate limit; the key "public" is shared by everybody, so ask for your own';

/** Marginalia's index of the small web. It requires every word on the page. */
export const marginalia = jsonBackend({
  name: 'the Marginalia API',
  endpoint: 'https://api2.marginalia-search.com/search',
  relaxed: 'keywords',
  maxQueryChars: 500,
  maxResults: 100,
  notation: { safesearch: ['nsfw', { 0: '0', 1: '1', 2: '1' }], siteOperators: 'one' },
  remedies: { 429: ['rate', `${USED_UP} (429)`], 503: ['rate', `${USED_UP} (503)`] },
  parameters: ({ text, count }) => ({ query: text, count }),
  headers: (key) => ({ 'api-key': key }),
  read: readList(resultWith({ url: 'url', title: 'title', snippet: 'description' })),
});
