import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Question } from '../../src/core/question.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import type { Hit, Page, Source } from '../../src/core/source.ts';

/** A question for this number of sources. */
export function questionOf(text: string, maxSources = 5): Question {
  return {
    id: 'test',
    text,
    maxSources,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 1_000,
  };
}

/** A hit whose URL is made from its title. */
export function hitOf(title: string, snippet: string, text?: string): Hit {
  const url = `https://example.org/${encodeURIComponent(title)}`;
  return text === undefined ? { url, title, snippet } : { url, title, snippet, text };
}

/** No page was read. */
export const NONE: ReadonlyMap<string, Page> = new Map();
/** Contains no word of any question. */
export const FILLER = 'Nothing of interest stands in this sentence at all. ';
const MUCH_FILLER = FILLER.repeat(150);
/** Several pages of filler with an answer in the middle. */
export const LONG = `${MUCH_FILLER}The tower is 330 metres high. It was built in 1889.\n\n${MUCH_FILLER}`;

/** The tokens of all titles and passages, as Sayso estimates them. */
export function tokensOf(sources: readonly Pick<Source, 'title' | 'passages'>[]): number {
  const texts = sources.flatMap(({ title, passages: [first, ...more] }) => [
    first === undefined ? title : `${title}: ${first.text}`,
    ...more.map(({ text }) => text),
  ]);
  return estimateTokens(texts.join('\n'));
}

/** The page of a hit, as an entry of the pages by URL. */
export function pageOf({ url, title }: Pick<Hit, 'url' | 'title'>, text: string): [string, Page] {
  return [url, { url, title, text, language: null, publishedAt: null, siteName: null, author: null }];
}
