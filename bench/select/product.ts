import { select } from '@sayso/passages';
import { dateInUrl } from '@sayso/text/written-date.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import type { Hit, Page, Source } from '../../src/core/source.ts';
import type { SetQuestion } from './question-sets.ts';

const MAX_SOURCES = 10;

/** The sources that Sayso selects within a number of tokens. Every page is read, and no hit has a snippet. */
export function selectSources(
  { question: text, pages }: SetQuestion,
  budget: number,
): Promise<readonly Source[]> {
  const read = new Map(pages.map((page) => [page.url, toPage(page.url, page.title, page.text)]));
  const hits = pages.map(({ url, title }): Hit => ({ url, title, snippet: '' }));
  const deadlineAtMs = performance.now() + 1;
  const question = { id: '', text, maxSources: MAX_SOURCES, scope: ANY_SCOPE, history: [], deadlineAtMs };
  return select({ question, hits, pages: read, contextTokens: budget });
}

/** The same as texts, with the title before the first passage of a page. */
export async function selectTexts(asked: SetQuestion, budget: number): Promise<string[]> {
  const sources = await selectSources(asked, budget);
  return sources.flatMap(({ title, passages }) => {
    const [first, ...more] = passages.map(({ text }) => text);
    return [first === undefined ? title : `${title}: ${first}`, ...more];
  });
}

function toPage(url: string, title: string, text: string): Page {
  return { url, title, text, language: null, publishedAt: dateInUrl(url), siteName: null, author: null };
}
