import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import type { SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseEach, parseResults } from './parse-each.ts';

const REPLY = z.object({ results: z.array(z.unknown()) });
const RESULT = z
  .object({ url: z.string(), title: z.string().catch(''), highlights: z.array(z.unknown()).catch([]) })
  .transform(({ url, title, highlights }) => {
    return { url, title, snippet: parseEach(highlights, z.string()).join(' … ') };
  });

const service: JsonService = {
  name: 'the Exa API',
  endpoint: searchServices.exa,
  maxQueryChars: 1_000,
  maxResults: 25,
  paidByResult: true,
  request({ url, text, count, key }) {
    // Without it, replies contain only URLs and titles.
    const contents = { highlights: true };
    return { url, headers: { 'x-api-key': key }, body: { query: text, numResults: count, contents } };
  },
  read(body) {
    const reply = REPLY.safeParse(body);
    return reply.success ? parseResults(reply.data.results, RESULT) : null;
  },
};

/** Exa's semantic search; the passages it highlights become the snippet. */
export function createExa(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
