import * as z from 'zod';
import { jsonBackend } from './json-backend.ts';
import { googlePeriod } from './notation.ts';
import { parseEach, parseResults, resultWith, TEXT } from './results.ts';

const REPLY = z.object({
  organic: z.array(z.unknown()),
  answerBox: z.unknown().optional(),
  knowledgeGraph: z.unknown().optional(),
});
const RESULT = resultWith({ url: 'link', title: 'title', snippet: 'snippet' });
const ANSWER = z
  .object({ link: z.string(), title: TEXT, answer: TEXT, snippet: TEXT })
  .transform(({ link, title, answer, snippet }) => ({
    url: link,
    title,
    snippet: [answer, snippet].filter(Boolean).join('\n'),
  }));
const GRAPH = resultWith({ url: 'descriptionLink', title: 'title', snippet: 'description' });

/** Google's results, through Serper. */
export const serper = jsonBackend({
  name: 'the Serper API',
  endpoint: 'https://google.serper.dev/search',
  method: 'POST',
  maxQueryChars: 2_000,
  maxResults: 20,
  notation: {
    period: googlePeriod,
    language: (code) => ({ hl: code }),
    country: (code) => ({ gl: code.toLowerCase() }),
    siteOperators: 'all',
  },
  remedies: {
    400: [
      'configuration',
      'it refuses the call (400), most likely because its credits are used up',
      'top them up',
    ],
  },
  parameters: ({ text, count }) => ({ q: text, num: count }),
  headers: (key) => ({ 'x-api-key': key }),
  read(body) {
    const reply = REPLY.safeParse(body);
    if (!reply.success) return null;
    const { organic, answerBox, knowledgeGraph } = reply.data;
    const results = parseResults(organic, RESULT);
    // Direct answers come first, as on Google's own page. Those without a source are left out.
    const direct = [...parseEach([answerBox], ANSWER), ...parseEach([knowledgeGraph], GRAPH)];
    return results === null ? null : [...direct.filter(({ snippet = '' }) => snippet !== ''), ...results];
  },
});
