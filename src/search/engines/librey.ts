import * as z from 'zod';
import { failed, type SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseEach, parseResults } from './parse-each.ts';
import { withoutSearchSyntax } from './search-syntax.ts';

const TEXT = z.string().catch('');
/** A list, or an object with numeric keys and some text entries. */
const REPLY = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform(toList)]);
const REPORT = z.object({ error: z.unknown().refine((error) => error !== undefined) });
const RESULT = z
  .object({ url: z.string(), title: TEXT, description: TEXT })
  .transform(({ url, title, description }) => ({ url, title, snippet: description }));
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

const service: JsonService = {
  name: 'LibreY',
  endpoint: 'http://localhost/api.php',
  maxQueryChars: 400,
  maxResults: 20,
  remedies: {
    403: ['blocked', 'it refuses us (403); the instance may not allow its API to be used'],
    404: [
      'configuration',
      'no API at this address (404): give the whole address, as in https://HOST/api.php',
    ],
  },
  words: withoutSearchSyntax,
  request({ url, text }) {
    url.searchParams.set('q', text);
    url.searchParams.set('p', '0');
    url.searchParams.set('t', '0');
    return { url };
  },
  read(body) {
    if (REPORT.safeParse(body).success) {
      return failed('upstream', 'it reports an error instead of results (its search engines may refuse it)');
    }
    const reply = REPLY.safeParse(body);
    if (!reply.success) return null;
    // A refused search and one without results look alike, so an empty reply never counts as "nothing found".
    if (reply.data.length === 0) {
      return failed('upstream', 'it sent no results, and does not say whether its engines answered');
    }
    const results = reply.data.filter((item) => !BESIDES.safeParse(item).success);
    const raw = parseResults(results, RESULT);
    return raw && [...parseEach(reply.data, ANSWER), ...raw];
  },
};

function toList(reply: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): unknown[] {
  const numbered = Object.keys(reply).filter((name) => /^\d+$/.test(name));
  if (numbered.length === 0) context.addIssue('holds no results');
  return numbered.map((name) => reply[name]);
}

/** A LibreY or LibreX instance. */
export function createLibrey(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
