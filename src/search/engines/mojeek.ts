import * as z from 'zod';
import { type FailedOutcome, failed } from '../search.ts';
import { jsonBackend } from './json-backend.ts';
import { parseResults, resultWith } from './results.ts';

const REPLY = z.object({
  response: z.object({ status: z.string(), results: z.array(z.unknown()).optional(), head: z.unknown() }),
});
const NOTHING = z.object({ results: z.literal(0) });
const RESULT = resultWith({ url: 'url', title: 'title', snippet: 'desc' });

/** Mojeek's own index, through its paid API. */
export const mojeek = jsonBackend({
  name: 'the Mojeek API',
  endpoint: 'https://api.mojeek.com/search',
  relaxed: 'question',
  maxQueryChars: 500,
  maxResults: 20,
  notation: {
    // It does not support weeks.
    // It prefers pages from the country; ten is the boost that its documentation recommends.
    country: (code) => ({ rb: code, rbb: 10 }),
    period: (since, until) => ({ since: since.replaceAll('-', ''), before: dayAfter(until) }),
    siteOperators: 'one',
  },
  parameters: ({ text, count, key }) => ({ api_key: key, q: text, fmt: 'json', t: count }),
  read(body) {
    const reply = REPLY.safeParse(body);
    if (!reply.success) return null;
    const { status, results, head } = reply.data.response;
    if (/^error/i.test(status)) return toFailure(status);
    if (status !== 'OK') return null;
    if (results === undefined) return NOTHING.safeParse(head).success ? [] : null;
    return parseResults(results, RESULT);
  },
});

/** The first day that is no longer in the period, without hyphens. */
function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
}

/** An error has HTTP status 200 and a text such as "ERROR: Daily Limit Reached". */
function toFailure(status: string): FailedOutcome {
  if (/limit/i.test(status)) {
    return failed('rate', {
      cause: "the limit of the key's plan is reached",
      remedy: 'wait, or ask Mojeek for a higher limit',
    });
  }
  if (/key|access|denied|auth/i.test(status)) {
    return failed('configuration', { cause: 'it does not accept the key', remedy: 'check SLOT_KEY' });
  }
  return failed('upstream', 'it reports an error instead of results');
}
