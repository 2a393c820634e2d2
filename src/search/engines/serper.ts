import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import type { SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseEach, parseResults } from './parse-each.ts';

const TEXT = z.string().catch('');
const REPLY = z.object({
  organic: z.array(z.unknown()),
  answerBox: z.unknown().optional(),
  knowledgeGraph: z.unknown().optional(),
});
const RESULT = z
  .object({ link: z.string(), title: TEXT, snippet: TEXT })
  .transform(({ link, title, snippet }) => ({ url: link, title, snippet }));
const ANSWER = z
  .object({ link: z.string(), title: TEXT, answer: TEXT, snippet: TEXT })
  .transform(({ link, title, answer, snippet }) => ({
    url: link,
    title,
    snippet: [answer, snippet].filter(Boolean).join('\n'),
  }));
const GRAPH = z
  .object({ descriptionLink: z.string(), title: TEXT, description: TEXT })
  .transform(({ descriptionLink, title, description }) => ({
    url: descriptionLink,
    title,
    snippet: description,
  }));

const service: JsonService = {
  name: 'the Serper API',
  endpoint: searchServices.serper,
  maxQueryChars: 2_000,
  maxResults: 20,
  filterSpelling: { timeRange: ['tbs', { day: 'qdr:d', week: 'qdr:w', month: 'qdr:m', year: 'qdr:y' }] },
  remedies: {
    400: [
      'configuration',
      'it refuses the call (400), most likely because its credits are used up: top them up',
    ],
  },
  request({ url, text, count, language, key }) {
    const [code = ''] = (language ?? '').split('-');
    const body = { q: text, num: count, ...(code !== '' && { hl: code }) };
    return { url, headers: { 'x-api-key': key }, body };
  },
  read(body) {
    const reply = REPLY.safeParse(body);
    if (!reply.success) return null;
    const { organic, answerBox, knowledgeGraph } = reply.data;
    const results = parseResults(organic, RESULT);
    // Direct answers come first, as on Google's own page, but only those with a source.
    const direct = [...parseEach([answerBox], ANSWER), ...parseEach([knowledgeGraph], GRAPH)];
    return results === null ? null : [...direct.filter(({ snippet }) => snippet !== ''), ...results];
  },
};

/** Google's results, through Serper. */
export function createSerper(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
