import * as z from 'zod';
import { type FailedOutcome, failed } from '../search.ts';
import { type JsonService, jsonBackend } from './json-backend.ts';
import { googlePeriod, siteLists } from './notation.ts';
import { parseEach, parseResults, readList, resultWith, TEXT } from './results.ts';

// Search engines for people that sell calls to their index, or to Google's.

/** A reply without web results has no `web`, only the type of the reply. */
const BRAVE_REPLY = z
  .union([
    z.object({ web: z.object({ results: z.array(z.unknown()) }) }),
    z.object({ type: z.literal('search'), web: z.undefined().optional() }),
  ])
  .transform(({ web }) => web?.results ?? []);

/** Languages for which Brave has its own codes. */
const BRAVE_CODES: Readonly<Record<string, string>> = { ja: 'jp', zh: 'zh-hans', pt: 'pt-pt', no: 'nb' };

/** What both of Brave's APIs have in common. */
const BRAVE = {
  maxQueryChars: 400,
  maxResults: 20,
  notation: {
    language: (code) => ({ search_lang: BRAVE_CODES[code] ?? code }),
    country: (code) => ({ country: code }),
    period: (since, until) => ({ freshness: `${since}to${until}` }),
  },
  // It reports a wrong key as a wrong parameter, like an unknown language.
  remedies: { 422: ['bad-parameter', 'it does not accept the key or the language (422)', 'check SLOT_KEY'] },
  headers: (key) => ({ 'x-subscription-token': key }),
} satisfies Partial<JsonService>;

/** Brave's own index, through its Web Search API. */
export const brave = jsonBackend({
  ...BRAVE,
  name: 'the Brave Search API',
  endpoint: 'https://api.search.brave.com/res/v1/web/search',
  notation: {
    ...BRAVE.notation,
    safesearch: ['safesearch', { 0: 'off', 1: 'moderate', 2: 'strict' }],
    siteOperators: 'all',
  },
  parameters: ({ text, count }) => ({ q: text, count }),
  read: readList(
    { url: 'url', title: 'title', snippet: 'description', publishedAt: 'page_age' },
    BRAVE_REPLY,
  ),
});

const CONTEXT_REPLY = z.object({
  grounding: z.object({ generic: z.array(z.unknown()) }),
  sources: z.record(z.string(), z.unknown()).catch({}),
});
const CONTEXT_RESULT = resultWith({ url: 'url', title: 'title', passages: 'snippets' });
/** When a page was changed: in words, as a date, and the time since then. */
const CONTEXT_SOURCE = z.object({ age: z.tuple([z.string(), z.string()], z.unknown()) });

/** Brave's index, with the passages that answer a question instead of descriptions of the pages. */
export const braveContext = jsonBackend({
  ...BRAVE,
  name: 'the Brave LLM Context API',
  endpoint: 'https://api.search.brave.com/res/v1/llm/context',
  notation: {
    ...BRAVE.notation,
    // Its rules for ranking take the place of operators (https://search.brave.com/help/goggles).
    sites: ({ only, never }) => ({
      goggles: [
        ...(only.length > 0 ? ['$discard'] : []),
        ...only.map((site) => `$site=${site}`),
        ...never.map((site) => `$discard,site=${site}`),
      ].join('\n'),
    }),
  },
  parameters: ({ text, count }) => ({ q: text, count, maximum_number_of_urls: count }),
  read(body) {
    const reply = CONTEXT_REPLY.safeParse(body);
    if (!reply.success) return null;
    const { grounding, sources } = reply.data;
    const dateOf = (url: string) => CONTEXT_SOURCE.safeParse(sources[url]).data?.age[1];
    const results = parseResults(grounding.generic, CONTEXT_RESULT);
    return results?.map((result) => ({ ...result, publishedAt: dateOf(result.url) })) ?? null;
  },
});

const SERPER_REPLY = z.object({
  organic: z.array(z.unknown()),
  answerBox: z.unknown().optional(),
  knowledgeGraph: z.unknown().optional(),
});
const SERPER_RESULT = resultWith({ url: 'link', title: 'title', snippet: 'snippet' });
const SERPER_ANSWER = z
  .object({ link: z.string(), title: TEXT, answer: TEXT, snippet: TEXT })
  .transform(({ link, title, answer, snippet }) => ({
    url: link,
    title,
    snippet: [answer, snippet].filter(Boolean).join('\n'),
  }));
const SERPER_GRAPH = resultWith({ url: 'descriptionLink', title: 'title', snippet: 'description' });

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
    const reply = SERPER_REPLY.safeParse(body);
    if (!reply.success) return null;
    const { organic, answerBox, knowledgeGraph } = reply.data;
    const results = parseResults(organic, SERPER_RESULT);
    // Direct answers come first, as on Google's own page. Those without a source are left out.
    const direct = [...parseEach([answerBox], SERPER_ANSWER), ...parseEach([knowledgeGraph], SERPER_GRAPH)];
    return results && [...direct.filter(({ snippet = '' }) => snippet !== ''), ...results];
  },
});

/** A reply without results has no `items`, only its type. */
const GOOGLE_REPLY = z
  .union([
    z.object({ items: z.array(z.unknown()) }),
    z.object({ kind: z.literal('customsearch#search'), items: z.undefined().optional() }),
  ])
  .transform(({ items }) => items ?? []);

/** Google's Programmable Search Engine; the URL has its ID in the parameter `cx`. */
export const googlePse = jsonBackend({
  name: 'the Custom Search JSON API',
  endpoint: 'https://www.googleapis.com/customsearch/v1',
  maxQueryChars: 1_000,
  maxResults: 10,
  notation: {
    safesearch: ['safe', { 0: 'off', 1: 'active', 2: 'active' }],
    language: (code) => ({ hl: code }),
    country: (code) => ({ gl: code.toLowerCase() }),
    period: (since, until) => ({ sort: `date:r:${withoutHyphens(since)}:${withoutHyphens(until)}` }),
    siteOperators: 'all',
  },
  remedies: {
    400: ['configuration', 'it refuses the key or the engine (400)', 'check SLOT_KEY and the cx in its URL'],
    403: [
      'configuration',
      "it refuses the key, or the day's calls are used up (403)",
      'check key, quota and billing',
    ],
    429: ['rate', 'its quota of calls is used up (429)', 'wait, or raise the quota'],
  },
  parameters: ({ text, count, key }) => ({ key, q: text, num: count }),
  read: readList({ url: 'link', title: 'title', snippet: 'snippet' }, GOOGLE_REPLY),
});

const MOJEEK_REPLY = z.object({
  response: z.object({ status: z.string(), results: z.array(z.unknown()).optional(), head: z.unknown() }),
});
const MOJEEK_NOTHING = z.object({ results: z.literal(0) });
const MOJEEK_RESULT = resultWith({ url: 'url', title: 'title', snippet: 'desc' });

/** Mojeek's own index, through its paid API. */
export const mojeek = jsonBackend({
  name: 'the Mojeek API',
  endpoint: 'https://api.mojeek.com/search',
  relaxed: 'question',
  maxQueryChars: 500,
  maxResults: 20,
  notation: {
    // It prefers pages from the country; ten is the boost that its documentation recommends.
    country: (code) => ({ rb: code, rbb: 10 }),
    period: (since, until) => ({ since: withoutHyphens(since), before: withoutHyphens(dayAfter(until)) }),
    siteOperators: 'one',
  },
  parameters: ({ text, count, key }) => ({ api_key: key, q: text, fmt: 'json', t: count }),
  read(body) {
    const reply = MOJEEK_REPLY.safeParse(body);
    if (!reply.success) return null;
    const { status, results, head } = reply.data.response;
    if (/^error/i.test(status)) return mojeekFailure(status);
    if (status !== 'OK') return null;
    if (results === undefined) return MOJEEK_NOTHING.safeParse(head).success ? [] : null;
    return parseResults(results, MOJEEK_RESULT);
  },
});

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

function withoutHyphens(day: string): string {
  return day.replaceAll('-', '');
}

/** An error has HTTP status 200 and a text such as "ERROR: Daily Limit Reached". */
function mojeekFailure(status: string): FailedOutcome {
  if (/limit/i.test(status))
    return failed('rate', {
      cause: "the limit of the key's plan is reached",
      remedy: 'wait, or ask Mojeek for a higher limit',
    });
  if (/key|access|denied|auth/i.test(status))
    return failed('configuration', { cause: 'it does not accept the key', remedy: 'check SLOT_KEY' });
  return failed('upstream', 'it reports an error instead of results');
}

const USED_UP =
  'the key has reached its rate limit; the key "public" is shared by everybody, so ask for your own';

/** Marginalia's index of the small web. It requires every word on the page. */
export const marginalia = jsonBackend({
  name: 'the Marginalia API',
  endpoint: 'https://api2.marginalia-search.com/search',
  relaxed: 'keywords',
  maxQueryChars: 500,
  maxResults: 100,
  notation: { safesearch: ['nsfw', { 0: '0', 1: '1', 2: '1' }], siteOperators: 'one' },
  remedies: { 429: ['rate', `${USED_UP} (429)`], 503: ['rate', `${USED_UP} (503)`] },
  parameters: ({ text, count }) => ({ query: text, count }),
  headers: (key) => ({ 'api-key': key }),
  read: readList({ url: 'url', title: 'title', snippet: 'description' }),
});

/** Results are grouped by type; a reply without results of a type lacks its list. */
const KAGI_REPLY = z
  .object({
    meta: z.object({}),
    data: z.object({ search: z.array(z.unknown()).optional() }),
    error: z.undefined().optional(),
  })
  .transform(({ data }) => data.search ?? []);

/** Kagi's search results, through the first version of its API. */
export const kagi = jsonBackend({
  name: 'the Kagi API',
  endpoint: 'https://kagi.com/api/v1/search',
  method: 'POST',
  // It documents no limit.
  maxQueryChars: 400,
  maxResults: 100,
  notation: {
    safesearch: ['safe_search', { 0: false, 1: true, 2: true }],
    country: (code) => ({ filters: { region: code } }),
    period: (since, until) => ({ filters: { after: since, before: until } }),
    sites: (sites) => ({ lens: siteLists('sites_included', 'sites_excluded')(sites) }),
  },
  remedies: {
    403: ['configuration', "it does not accept this machine's address for the key (403)"],
    429: ['rate', "the key's limit or credit is used up (429)"],
  },
  parameters: ({ text, count }) => ({ query: text, workflow: 'search', limit: count }),
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  read: readList({ url: 'url', title: 'title', snippet: 'snippet', publishedAt: 'time' }, KAGI_REPLY),
});
