import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import { type JsonService, jsonBackend } from './json-backend.ts';
import { readList, resultWith } from './parse-results.ts';

/** A reply without web results has no `web`, only the type of the reply. */
const REPLY = z
  .union([
    z.object({ web: z.object({ results: z.array(z.unknown()) }) }),
    z.object({ type: z.literal('search'), web: z.undefined().optional() }),
  ])
  .transform(({ web }) => web?.results ?? []);

/** Languages for which Brave has its own codes. */
const OWN_CODES: Readonly<Record<string, string>> = { ja: 'jp', zh: 'zh-hans', pt: 'pt-pt', no: 'nb' };

/** What both of Brave's APIs have in common. */
export const BRAVE = {
  maxQueryChars: 400,
  maxResults: 20,
  notation: {
    timeRange: ['freshness', { day: 'pd', week: 'pw', month: 'pm', year: 'py' }],
    language: (code) => ({ search_lang: OWN_CODES[code] ?? code }),
    country: (code) => ({ country: code }),
    period: (since, until) => ({ freshness: `${since}to${until}` }),
  },
  // It reports a wrong key as a wrong parameter, like an unknown language.
  remedies: { 422: ['bad-parameter', 'it does not accept the key or the language (422)', 'check SLOT_KEY'] },
  headers: (key) => ({ 'x-subscription-token': key }),
} satisfies Partial<JsonService>;

/** Brave's own index, through its Web Search API. */
export const createBrave = jsonBackend({
  ...BRAVE,
  name: 'the Brave Search API',
  endpoint: searchServices.brave,
  notation: {
    ...BRAVE.notation,
    safesearch: ['safesearch', { 0: 'off', 1: 'moderate', 2: 'strict' }],
    siteOperators: 'all',
  },
  parameters: ({ text, count }) => ({ q: text, count }),
  read: readList(
    resultWith({ url: 'url', title: 'title', snippet: 'description', publishedAt: 'page_age' }),
    REPLY,
  ),
});
