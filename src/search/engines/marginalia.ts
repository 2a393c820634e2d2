import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import type { SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseResults } from './parse-each.ts';

const TEXT = z.string().catch('');
const REPLY = z.object({ results: z.array(z.unknown()) });
const RESULT = z
  .object({ url: z.string(), title: TEXT, description: TEXT })
  .transform(({ url, title, description }) => ({ url, title, snippet: description }));

const USED_UP =
  'the rate of the key is used up; the key "public" is shared by everybody, so ask for your own';

const service: JsonService = {
  name: 'the Marginalia API',
  endpoint: searchServices.marginalia,
  maxQueryChars: 500,
  maxResults: 100,
  filterSpelling: { safesearch: ['nsfw', { 0: '0', 1: '1', 2: '1' }] },
  remedies: { 429: ['rate', `${USED_UP} (429)`], 503: ['rate', `${USED_UP} (503)`] },
  request({ url, text, count, key }) {
    url.searchParams.set('query', text);
    url.searchParams.set('count', String(count));
    return { url, headers: { 'api-key': key } };
  },
  read(body) {
    const reply = REPLY.safeParse(body);
    return reply.success ? parseResults(reply.data.results, RESULT) : null;
  },
};

/** Marginalia's index of the small web. It requires every word on the page, so wrap it in `relaxing`. */
export function createMarginalia(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
