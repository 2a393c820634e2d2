import { parseHtml } from './html-tree.ts';
import { mainText, type ReadingOptions } from './main-text.ts';
import { readPageFacts } from './page-facts.ts';
import type { PageView } from './page-view.ts';
import { withUnrendered } from './unrendered.ts';

/** What is extracted from a page: the fields of a `Page` without its URL. */
export type Extracted = {
  readonly title: string;
  /** Plain text of the article, with an empty line between blocks; empty if there is none. */
  readonly text: string;
  /** The BCP 47 tag that the page declares. */
  readonly language: string | null;
  /** ISO 8601. */
  readonly publishedAt: string | null;
  readonly siteName: string | null;
  /** The names of its authors. */
  readonly author: string | null;
};

/**
 * Extracts the text of a page, its title and its metadata. Never rejects; takes time in proportion to the
 * length.
 */
export async function extract(
  html: string,
  options: Pick<ReadingOptions, 'hasLabels'> = {},
): Promise<Extracted> {
  const tree = parseHtml(html);
  const { description, types, articleBody, ...facts } = readPageFacts(tree);
  const said = { title: facts.title, description, types };
  const shown = mainText(tree, said, options);
  const all = { ...options, judge: ({ blocks }: PageView) => blocks.map(() => 1) };
  const read = (markup: string, isWhole: boolean) =>
    mainText(parseHtml(markup), said, isWhole ? all : options);
  return { ...facts, text: withUnrendered({ html, tree, articleBody }, shown, read) };
}
