import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import type { SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseResults } from './parse-each.ts';

const TEXT = z.string().catch('');
const RESULT = z
  .object({ url: z.string(), title: TEXT, description: TEXT })
  .transform(({ url, title, description }) => ({ url, title, snippet: description }));
/** A reply without web results has no `web`, only the type of the reply. */
const REPLY = z.union([
  z.object({ web: z.object({ results: z.array(z.unknown()) }) }),
  z.object({ type: z.literal('search'), web: z.undefined().optional() }),
]);

/** Languages for which Brave has its own codes. */
const OWN_CODES: Readonly<Record<string, string>> = { ja: 'jp', zh: 'zh-hans', pt: 'pt-pt', no: 'nb' };

const service: JsonService = {
  name: 'the Brave Search API',
  endpoint: searchServices.brave,
  maxQueryChars: 400,
  maxResults: 20,
  filterSpelling: {
    safesearch: ['safesearch', { 0: 'off', 1: 'moderate', 2: 'strict' }],
    timeRange: ['freshness', { day: 'pd', week: 'pw', month: 'pm', year: 'py' }],
  },
  remedies: {
    // It reports a wrong key as a wrong parameter, like an unknown language.
    422: ['bad-parameter', 'it does not accept the key or the language (422): check SLOT_KEY'],
  },
  request({ url, text, count, language, key }) {
    url.searchParams.set('q', text);
    url.searchParams.set('count', String(count));
    const [code = ''] = (language ?? '').split('-');
    if (code !== '') url.searchParams.set('search_lang', OWN_CODES[code] ?? code);
    return { url, headers: { 'x-subscription-token': key } };
  },
  read(body) {
    const reply = REPLY.safeParse(body);
    return reply.success ? parseResults(reply.data.web?.results ?? [], RESULT) : null;
  },
};

/** Brave's own index, through its Web Search API. */
export function createBrave(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
