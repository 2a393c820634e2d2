import * as z from 'zod';
import { jsonBackend } from './json-backend.ts';
import { siteLists } from './notation.ts';
import { readList, resultWith } from './results.ts';

/** Results are grouped by type; a reply without results of a type lacks its list. */
const REPLY = z
  .object({
    meta: z.object({}),
    data: z.object({ search: z.array(z.unknown()).optional() }),
    error: z.undefined().optional(),
  })
  .transform(({ data }) => data.search ?? []);

/** Kagi's search results, through the first version of its API. */
export const kagi = jsonBackend({
  name: 'the Kagi API',
  endpoint: 'https://kagi.com/api/v1/search',
  method: 'POST',
  // It documents no limit.
  maxQueryChars: 400,
  maxResults: 100,
  notation: {
    safesearch: ['safe_search', { 0: false, 1: true, 2: true }],
    country: (code) => ({ filters: { region: code } }),
    period: (since, until) => ({ filters: { after: since, before: until } }),
    sites: (sites) => ({ lens: siteLists('sites_included', 'sites_excluded')(sites) }),
  },
  remedies: {
    403: ['configuration', "it does not accept this machine's address for the key (403)"],
    429: ['rate', "the key's limit or credit is used up (429)"],
  },
  parameters: ({ text, count }) => ({ query: text, workflow: 'search', limit: count }),
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read: readList(resultWith({ url: 'url', title: 'title', snippet: 'snippet', publishedAt: 'time' }), REPLY),
});
