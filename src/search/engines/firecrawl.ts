import * as z from 'zod';
import { jsonBackend } from './json-backend.ts';
import { googlePeriod } from './notation.ts';
import { readList, resultWith } from './results.ts';

const REPLY = z
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
  headers: (key): Readonly<Record<string, string>> => (key === '' ? {} : { authorization: `Bearer ${key}` }),
  read: readList(resultWith({ url: 'url', title: 'title', snippet: 'description' }), REPLY),
});
