import * as z from 'zod';
import { jsonBackend } from './json-backend.ts';
import { readList, resultWith } from './results.ts';

/** A reply without results has no `items`, only its type. */
const REPLY = z
  .union([
    z.object({ items: z.array(z.unknown()) }),
    z.object({ kind: z.literal('customsearch#search'), items: z.undefined().optional() }),
  ])
  .transform(({ items }) => items ?? []);

/** Google's Programmable Search Engine; the URL has its ID in the parameter `cx`. */
export const googlePse = jsonBackend({
  name: 'the Custom Search JSON API',
  endpoint: 'https://www.googleapis.com/customsearch/v1',
  maxQueryChars: 1_000,
  maxResults: 10,
  notation: {
    safesearch: ['safe', { 0: 'off', 1: 'active', 2: 'active' }],
    language: (code) => ({ hl: code }),
    country: (code) => ({ gl: code.toLowerCase() }),
    period: (since, until) => ({ sort: `date:r:${since.replaceAll('-', '')}:${until.replaceAll('-', '')}` }),
    siteOperators: 'all',
  },
  remedies: {
    400: ['configuration', 'it refuses the key or the engine (400)', 'check SLOT_KEY and the cx in its URL'],
    403: [
      'configuration',
      "it refuses the key, or the day's calls are used up (403)",
      'check key, quota and billing',
    ],
    429: ['rate', 'its quota of calls is used up (429)', 'wait, or raise the quota'],
  },
  parameters: ({ text, count, key }) => ({ key, q: text, num: count }),
  read: readList(resultWith({ url: 'link', title: 'title', snippet: 'snippet' }), REPLY),
});
