import * as z from 'zod';
import { failed } from '../backend.ts';
import type { RawHit } from './hits.ts';
import { jsonBackend } from './json-backend.ts';
import { parseEach, parseResults, resultWith, TEXT } from './parse-results.ts';
import { withoutSearchSyntax } from './without-search-syntax.ts';

const REPLY = z.object({
  status: z.string(),
  web: z.array(z.unknown()),
  answer: z.array(z.unknown()).catch([]),
});
const STATUS = z.object({ status: z.string() });
const RESULT = resultWith({ url: 'url', title: 'title', snippet: 'description' });
/** A description is a list of parts; only the texts are useful. */
const ANSWER = z.object({ url: z.string(), title: TEXT, description: z.array(z.unknown()).catch([]) });
const PIECE = z.object({ type: z.literal('text'), value: z.string() });

/** A 4get instance, which asks one engine chosen by its operator. The key is its `pass`, if any. */
export const createFourget = jsonBackend({
  name: '4get',
  endpoint: 'http://localhost/api/v1/web',
  maxQueryChars: 400,
  maxResults: 20,
  notation: { siteOperators: 'one' },
  remedies: {
    401: ['configuration', 'it does not accept the key (401)', 'check SLOT_KEY, which is its pass'],
    403: ['blocked', 'it refuses access (403)', 'set SLOT_KEY to a pass if its bot protection requires one'],
    404: [
      'configuration',
      'no API at this address (404)',
      'give the whole address, as in https://HOST/api/v1/web',
    ],
    429: ['rate', 'it reports too many requests (429), or does not accept SLOT_KEY as its pass'],
  },
  words: withoutSearchSyntax,
  parameters: ({ text }) => ({ s: text }),
  headers: (key) => (key === '' ? {} : { cookie: `pass=${encodeURIComponent(key)}` }),
  read(body) {
    const status = STATUS.safeParse(body);
    if (!status.success) return null;
    // Every error is a sentence in this field, with HTTP status 200.
    if (status.data.status !== 'ok') {
      return failed('upstream', 'it reports an error instead of results (its search engine may refuse it)');
    }
    const reply = REPLY.safeParse(body);
    const results = reply.success ? parseResults(reply.data.web, RESULT) : null;
    if (!reply.success || results === null) return null;
    return [...parseEach(reply.data.answer, ANSWER).map(toAnswer), ...results];
  },
});

function toAnswer({ url, title, description }: z.infer<typeof ANSWER>): RawHit {
  const texts = parseEach(description, PIECE).map(({ value }) => value);
  return { url, title, snippet: texts.join(' ') };
}
