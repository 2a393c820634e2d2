import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import { jsonBackend } from './json-backend.ts';
import { siteLists } from './notation.ts';
import { parseEach, readList, TEXT } from './parse-results.ts';

const REPLY = z.object({ results: z.array(z.unknown()) }).transform(({ results }) => results);
const RESULT = z
  .object({
    url: z.string(),
    title: TEXT,
    publish_date: TEXT,
    excerpts: z.array(z.unknown()).catch([]),
  })
  .transform(({ url, title, publish_date, excerpts }) => {
    const snippet = parseEach(excerpts, z.string()).join(' … ');
    return { url, title, snippet, publishedAt: publish_date };
  });

/** Parallel's search with a key. Its excerpts become the snippet. */
export const createParallel = jsonBackend({
  name: 'the Parallel API',
  endpoint: searchServices.parallel,
  method: 'POST',
  maxQueryChars: 200,
  maxResults: 20,
  notation: {
    sites: (sites) => ({ source_policy: siteLists('include_domains', 'exclude_domains')(sites) }),
  },
  parameters: ({ text, count }) => ({
    objective: text,
    search_queries: [text],
    max_results: count,
    mode: 'fast',
    excerpts: { max_chars_per_result: 1_500 },
  }),
  headers: (key) => ({ 'x-api-key': key, 'parallel-beta': 'search-extract-2025-10-10' }),
  read: readList(REPLY, RESULT),
});
