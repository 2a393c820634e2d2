import * as z from 'zod';
import { searchServices } from '../../core/search-services.ts';
import { BRAVE } from './brave.ts';
import { jsonBackend } from './json-backend.ts';
import { PASSAGES, parseResults, resultWith } from './parse-results.ts';

const REPLY = z.object({
  grounding: z.object({ generic: z.array(z.unknown()) }),
  sources: z.record(z.string(), z.unknown()).catch({}),
});
const RESULT = resultWith({ url: 'url', title: 'title', snippet: 'snippets' }, PASSAGES);
/** When a page was changed: in words, as a date, and the time since then. */
const SOURCE = z.object({ age: z.tuple([z.string(), z.string()], z.unknown()) });

/** Brave's index, with the passages that answer a question instead of descriptions of the pages. */
export const createBraveContext = jsonBackend({
  ...BRAVE,
  name: 'the Brave LLM Context API',
  endpoint: searchServices['brave-context'],
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
    const reply = REPLY.safeParse(body);
    if (!reply.success) return null;
    const { grounding, sources } = reply.data;
    const dateOf = (url: string) => {
      const source = SOURCE.safeParse(sources[url]);
      return source.success ? source.data.age[1] : '';
    };
    const results = parseResults(grounding.generic, RESULT);
    return results?.map((result) => ({ ...result, publishedAt: dateOf(result.url) })) ?? null;
  },
});
