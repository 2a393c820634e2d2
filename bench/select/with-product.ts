import type { Question } from '../../src/core/question.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import type { Hit, Page, Source } from '../../src/core/source.ts';
import { select } from '../../src/lib/passages/index.ts';
import { dateInUrl } from '../../src/lib/text/written-date.ts';
import type { Method } from './baselines.ts';
import type { SetQuestion } from './question-set.ts';

/** A question of a set as the product gets it. */
export function toQuestion(text: string, maxSources: number): Question {
  return { id: '', text, maxSources, scope: ANY_SCOPE, history: [], deadlineAtMs: performance.now() + 1 };
}

/**
 * The sources that the product selects, within a number of tokens; every page is read, and the hits have no
 * snippet.
 */
export function selectSources(
  asked: SetQuestion,
  maxSources: number,
  budget: number,
): Promise<readonly Source[]> {
  const pages = new Map(asked.pages.map((page) => [page.url, toPage(page.url, page.title, page.text)]));
  const hits = asked.pages.map(({ url, title }): Hit => ({ url, title, snippet: '' }));
  return select({ question: toQuestion(asked.question, maxSources), hits, pages, contextTokens: budget });
}

/** The product's own selection for a given number of sources (`selectSources`). */
export function withProduct(maxSources: number): Method {
  return async (asked, budget) => {
    const sources = await selectSources(asked, maxSources, budget);
    return sources.flatMap(({ url, title, passages }) => {
      const page = asked.pages.findIndex((each) => each.url === url);
      const [first, ...more] = passages.map((passage) => passage.text);
      const texts = [first === undefined ? title : `${title}: ${first}`, ...more];
      return texts.map((each) => ({ page, text: each }));
    });
  };
}

function toPage(url: string, title: string, text: string): Page {
  return { url, title, text, language: null, publishedAt: dateInUrl(url), siteName: null, author: null };
}
