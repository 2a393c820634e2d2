import * as z from 'zod';
import { type JsonService, jsonBackend } from './json-backend.ts';
import { PASSAGES, parseResults, readList, resultWith } from './results.ts';

/** A reply without web results has no `web`, only the type of the reply. */
const REPLY = z
  .union([
    z.object({ web: z.object({ results: z.array(z.unknown()) }) }),
    z.object({ type: z.literal('search'), web: z.undefined().optional() }),
  ])
  .transform(({ web }) => web?.results ?? []);

/** Languages for which Brave has its own codes. */
const OWN_CODES: Readonly<Record<string, string>> = { ja: 'jp', zh: 'zh-hans', pt: 'pt-pt', no: 'nb' };

/** What both of Brave's APIs have in common. */
export const BRAVE = {
  maxQueryChars: 400,
  maxResults: 20,
  notation: {
    language: (code) => ({ search_lang: OWN_CODES[code] ?? code }),
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
    resultWith({ url: 'url', title: 'title', snippet: 'description', publishedAt: 'page_age' }),
    REPLY,
  ),
});

const CONTEXT_REPLY = z.object({
  grounding: z.object({ generic: z.array(z.unknown()) }),
  sources: z.record(z.string(), z.unknown()).catch({}),
});
const CONTEXT_RESULT = resultWith({ url: 'url', title: 'title', snippet: 'snippets' }, PASSAGES);
/** When a page was changed: in words, as a date, and the time since then. */
const SOURCE = z.object({ age: z.tuple([z.string(), z.string()], z.unknown()) });

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
    const dateOf = (url: string) => {
      const source = SOURCE.safeParse(sources[url]);
      return source.success ? source.data.age[1] : '';
    };
    const results = parseResults(grounding.generic, CONTEXT_RESULT);
    return results?.map((result) => ({ ...result, publishedAt: dateOf(result.url) })) ?? null;
  },
});
