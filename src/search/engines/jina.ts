import * as z from 'zod';
import { jsonBackend } from './json-backend.ts';
import { readList, resultWith } from './results.ts';

const REPLY = z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data);

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
  headers: (key) => ({ authorization: `Bearer ${key}`, 'x-respond-with': 'no-content' }),
  read: readList(resultWith({ url: 'url', title: 'title', snippet: 'description' }), REPLY),
});
