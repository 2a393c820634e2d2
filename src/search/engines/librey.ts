import * as z from 'zod';
import { failed } from '../backend.ts';
import { jsonBackend } from './json-backend.ts';
import { parseEach, parseResults, resultWith } from './parse-results.ts';
import { withoutSearchSyntax } from './without-search-syntax.ts';

/** A list, or an object with numeric keys and some text entries. */
const REPLY = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform(toList)]);
const REPORT = z.object({ error: z.unknown().refine((error) => error !== undefined) });
const RESULT = resultWith({ url: 'url', title: 'title', snippet: 'description' });
const ANSWER = z
  .object({ special_response: z.object({ response: z.string(), source: z.string() }) })
  .transform(({ special_response }) => ({
    url: special_response.source,
    snippet: special_response.response,
  }));
/** Entries among the results that are not results. */
const BESIDES = z.union([
  z.object({ special_response: z.unknown().refine((special) => special !== undefined) }),
  z.object({ did_you_mean: z.string() }),
]);

/** A LibreY or LibreX instance. */
export const createLibrey = jsonBackend({
  name: 'LibreY',
  endpoint: 'http://localhost/api.php',
  maxQueryChars: 400,
  maxResults: 20,
  notation: { siteOperators: 'one' },
  remedies: {
    403: ['blocked', 'it refuses access (403); the instance may not allow its API to be used'],
    404: [
      'configuration',
      'no API at this address (404)',
      'give the whole address, as in https://HOST/api.php',
    ],
  },
  words: withoutSearchSyntax,
  parameters: ({ text }) => ({ q: text, p: 0, t: 0 }),
  read(body) {
    if (REPORT.safeParse(body).success) {
      return failed('upstream', 'it reports an error instead of results (its search engines may refuse it)');
    }
    const reply = REPLY.safeParse(body);
    if (!reply.success) return null;
    // The replies to a refused search and to a search without results are the same, so an empty reply never
    // counts as "nothing found".
    if (reply.data.length === 0) {
      return failed('upstream', 'it sent no results, and does not say whether its engines answered');
    }
    const results = reply.data.filter((item) => !BESIDES.safeParse(item).success);
    const raw = parseResults(results, RESULT);
    return raw && [...parseEach(reply.data, ANSWER), ...raw];
  },
});

function toList(reply: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): unknown[] {
  const numbered = Object.keys(reply).filter((name) => /^\d+$/.test(name));
  if (numbered.length === 0) context.addIssue('holds no results');
  return numbered.map((name) => reply[name]);
}
