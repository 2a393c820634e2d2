import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import type { SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseResults } from './parse-each.ts';

const TEXT = z.string().catch('');
/** A reply without results has no `items`, only its type. */
const REPLY = z.union([
  z.object({ items: z.array(z.unknown()) }),
  z.object({ kind: z.literal('customsearch#search'), items: z.undefined().optional() }),
]);
const RESULT = z
  .object({ link: z.string(), title: TEXT, snippet: TEXT })
  .transform(({ link, title, snippet }) => ({ url: link, title, snippet }));

const service: JsonService = {
  name: 'the Custom Search JSON API',
  endpoint: searchServices['google-pse'],
  maxQueryChars: 1_000,
  maxResults: 10,
  filterSpelling: {
    safesearch: ['safe', { 0: 'off', 1: 'active', 2: 'active' }],
    timeRange: ['dateRestrict', { day: 'd1', week: 'w1', month: 'm1', year: 'y1' }],
  },
  remedies: {
    400: ['configuration', 'it refuses the key or the engine (400): check SLOT_KEY and the cx in its URL'],
    403: [
      'configuration',
      "it refuses the key, or the day's calls are used up (403): check key, quota and billing",
    ],
    429: ['rate', 'its quota of calls is used up (429): wait, or raise the quota'],
  },
  request({ url, text, count, language, key }) {
    url.searchParams.set('key', key);
    url.searchParams.set('q', text);
    url.searchParams.set('num', String(count));
    const [code = ''] = (language ?? '').split('-');
    if (code !== '') url.searchParams.set('hl', code);
    return { url };
  },
  read(body) {
    const reply = REPLY.safeParse(body);
    return reply.success ? parseResults(reply.data.items ?? [], RESULT) : null;
  },
};

/** Google's Programmable Search Engine; the URL has its ID in the parameter `cx`. */
export function createGooglePse(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
