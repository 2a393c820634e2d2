import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import { type FailedOutcome, failed, mendable, type SearchBackend } from '../backend.ts';
import { type JsonBackendOptions, type JsonService, jsonBackend } from './json-backend.ts';
import { parseResults } from './parse-each.ts';

const TEXT = z.string().catch('');
const REPLY = z.object({
  response: z.object({ status: z.string(), results: z.array(z.unknown()).optional(), head: z.unknown() }),
});
const NOTHING = z.object({ results: z.literal(0) });
const RESULT = z
  .object({ url: z.string(), title: TEXT, desc: TEXT })
  .transform(({ url, title, desc }) => ({ url, title, snippet: desc }));

const service: JsonService = {
  name: 'the Mojeek API',
  endpoint: searchServices.mojeek,
  maxQueryChars: 500,
  maxResults: 20,
  // It does not support a week.
  filterSpelling: { timeRange: ['since', { day: 'day', week: 'month', month: 'month', year: 'year' }] },
  request({ url, text, count, key }) {
    url.searchParams.set('api_key', key);
    url.searchParams.set('q', text);
    url.searchParams.set('fmt', 'json');
    url.searchParams.set('t', String(count));
    return { url };
  },
  read(body) {
    const reply = REPLY.safeParse(body);
    if (!reply.success) return null;
    const { status, results, head } = reply.data.response;
    if (/^error/i.test(status)) return reported(status);
    if (status !== 'OK') return null;
    if (results === undefined) return NOTHING.safeParse(head).success ? [] : null;
    return parseResults(results, RESULT);
  },
};

/** An error has HTTP status 200 and a text such as "ERROR: Daily Limit Reached". */
function reported(status: string): FailedOutcome {
  if (/limit/i.test(status)) {
    return mendable('rate', "the limit of the key's plan is reached", 'wait, or raise it with Mojeek');
  }
  if (/key|access|denied|auth/i.test(status)) {
    return mendable('configuration', 'it does not accept the key', 'check SLOT_KEY');
  }
  return failed('upstream', 'it reports an error instead of results');
}

/** Mojeek's own index, through its paid API. */
export function createMojeek(options: JsonBackendOptions): SearchBackend {
  return jsonBackend(service, options);
}
