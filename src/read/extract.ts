import { findArticle, length, toText } from './article.ts';
import { holdsNoText } from './boilerplate.ts';
import { parseHtml } from './html-tree.ts';
import { readPageFacts } from './page-facts.ts';
import { toPart } from './part.ts';
import { withoutFrame } from './prune.ts';
import { createSeeing } from './seeing.ts';

/** What is taken out of one page: the fields of a `Page` without its URL. */
export type Extracted = {
  readonly title: string;
  /** Plain text of the article, blocks parted by an empty line; empty where the page has none. */
  readonly text: string;
  /** BCP 47 tag the page declares. */
  readonly language: string | null;
  /** ISO 8601. */
  readonly publishedAt: string | null;
  readonly siteName: string | null;
};

/** A second opinion is asked for where so many times the article's text is prose on its page. */
const MUCH_MORE = 2;
/** Readability's time grows faster than the page. */
const MAX_SECOND_CHARS = 60_000;

/**
 * Takes the article out of a page: title, text and what the page says about itself. Our own single pass; Readability
 * gives a second opinion only where the first is short. Never rejects; takes time in proportion to the length.
 */
export async function extract(html: string): Promise<Extracted> {
  const tree = parseHtml(html);
  const { description, ...facts } = readPageFacts(tree);
  const page = toPart(tree, holdsNoText);
  const seen = createSeeing(tree);
  const { blocks, isDoubtful } = findArticle(page, description, seen);
  const isEnough = !isDoubtful || page.proseChars <= length(blocks) * MUCH_MORE;
  if (isEnough || page.chars > MAX_SECOND_CHARS) return { ...facts, text: toText(blocks) };
  const { readableBlocks } = await import('./readable.ts');
  const second = readableBlocks(withoutFrame(seen(page)));
  return { ...facts, text: toText(length(second) > length(blocks) ? second : blocks) };
}
