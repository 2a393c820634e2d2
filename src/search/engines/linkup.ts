import { jsonBackend } from './json-backend.ts';
import { siteLists } from './notation.ts';
import { readList, resultWith } from './results.ts';

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
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read: readList(resultWith({ url: 'url', title: 'name', snippet: 'content' })),
});
