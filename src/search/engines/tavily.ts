import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import type { SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseResults } from './parse-each.ts';

const TEXT = z.string().catch('');
const REPLY = z.object({ results: z.array(z.unknown()) });
const RESULT = z
  .object({ url: z.string(), title: TEXT, content: TEXT })
  .transform(({ url, title, content }) => ({ url, title, snippet: content }));

const service: JsonService = {
  name: 'the Tavily API',
  endpoint: searchServices.tavily,
  maxQueryChars: 400,
  maxResults: 20,
  filterSpelling: { timeRange: ['time_range', { day: 'day', week: 'week', month: 'month', year: 'year' }] },
  remedies: {
    432: [
      'configuration',
      "the key's or plan's limit is reached (432): raise it, or wait for the next period",
    ],
    433: ['configuration', 'the pay-as-you-go limit is reached (433): raise it in its dashboard'],
  },
  request({ url, text, count, key }) {
    const body = { query: text, max_results: count, search_depth: 'basic' };
    return { url, headers: { authorization: `Bearer ${key}` }, body };
  },
  read(body) {
    const reply = REPLY.safeParse(body);
    return reply.success ? parseResults(reply.data.results, RESULT) : null;
  },
};

/** Tavily's search for language models, which returns relevant passages instead of snippets. */
export function createTavily(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
