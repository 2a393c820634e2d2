import { findArticle, toText } from '../../src/read/article.ts';
import { toBlocks } from '../../src/read/blocks.ts';
import { holdsNoText } from '../../src/read/boilerplate.ts';
import { extract } from '../../src/read/extract.ts';
import { parseHtml } from '../../src/read/html-tree.ts';
import { readPageFacts } from '../../src/read/page-facts.ts';
import { toPart } from '../../src/read/part.ts';
import { readableBlocks } from '../../src/read/readable.ts';
import { createSeeing } from '../../src/read/seeing.ts';

/** HTML in, the text of its article out. */
export type Extractor = (html: string) => string | Promise<string>;

function fastPath(html: string, seeing: typeof createSeeing): string {
  const tree = parseHtml(html);
  const { description } = readPageFacts(tree);
  const page = toPart(tree, holdsNoText);
  return toText(findArticle(page, description, seeing(tree, page)).blocks);
}

/** The extractors that are compared, by name; the whole product is `whole`. */
export const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  'all text': (html) => toText(toBlocks(toPart(parseHtml(html), holdsNoText))),
  'Readability on linkedom': (html) => toText(readableBlocks(toPart(parseHtml(html), holdsNoText))),
  'fast path, hidden text left in': (html) => fastPath(html, () => (part) => part),
  'fast path': (html) => fastPath(html, createSeeing),
  whole: async (html) => (await extract(html)).text,
};
