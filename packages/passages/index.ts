import { select } from './select.ts';
import type { HitPage, Passage } from './source.ts';

export { askedPeriod, newestDay } from './period.ts';
export type { Rank } from './reorder.ts';
export { select } from './select.ts';
export type { HitPage, Passage, SearchHit, SelectedSource, SourceBasis, SourceQuestion } from './source.ts';
export { isUnlikeExcerpt } from './source.ts';

/** A page to select from. Only `url` and `text` are needed. */
type PageText = {
  /** Identifies the page; a page that occurs twice is used once. */
  readonly url: string;
  /** Plain text; blocks are separated by an empty line. */
  readonly text: string;
  readonly title?: string;
  /** An ISO 8601 date or date and time. It counts if the question asks for a year or for the latest. */
  readonly publishedAt?: string;
};

/** Options of `selectPassages`. */
type PassagesOptions = {
  /**
   * The maximum number of tokens (`estimateTokens`) in all titles and passages; by default 4000.
   */
  readonly maxTokens?: number;
  /** The maximum number of pages to select from, 1 to 10; by default 10. */
  readonly maxPages?: number;
};

/** A page with its best passages, in the order of the page. */
type SelectedPage = {
  readonly url: string;
  readonly title: string;
  readonly passages: readonly Passage[];
};

const MAX_TOKENS = 4_000;
const MAX_PAGES = 10;

/**
 * Selects the sentences that help most to answer a question, and leaves out what several pages repeat. If all
 * the text fits, all of it is selected. Pages without a helpful sentence are left out; the others keep their
 * order. Compares words and needs no model. Pauses while it works, so that other tasks can run.
 */
export async function selectPassages(
  question: string,
  pages: readonly PageText[],
  options: PassagesOptions = {},
): Promise<readonly SelectedPage[]> {
  const distinctPages = new Map(pages.map((page) => [page.url, page]));
  const sources = await select({
    question: {
      text: question,
      maxSources: options.maxPages ?? MAX_PAGES,
      scope: { since: null, until: null },
    },
    hits: Array.from(distinctPages.values(), ({ url, title = '' }) => ({ url, title, snippet: '' })),
    pages: new Map(Array.from(distinctPages, ([url, page]) => [url, toHitPage(page)])),
    contextTokens: options.maxTokens ?? MAX_TOKENS,
  });
  return sources
    .map(({ url, title, passages }) => ({ url, title, passages }))
    .filter(({ passages }) => passages.some(({ text }) => text.trim() !== ''));
}

function toHitPage({ text, publishedAt = '' }: PageText): HitPage {
  return { text, publishedAt: publishedAt === '' ? null : publishedAt, siteName: null, author: null };
}
