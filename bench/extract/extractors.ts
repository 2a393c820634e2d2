import { toBlocks, toText } from '../../src/read/blocks.ts';
import { holdsNoText } from '../../src/read/boilerplate.ts';
import { extract } from '../../src/read/extract.ts';
import { parseHtml } from '../../src/read/html-tree.ts';
import { toPart } from '../../src/read/part.ts';
import { readableBlocks } from './readability.ts';

/** Takes HTML and returns the text of its article. */
export type Extractor = (html: string) => string | Promise<string>;

/** The extractors that are compared, by name; the whole product is `whole`. */
export const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  'all text': (html) => toText(toBlocks(toPart(parseHtml(html), holdsNoText))),
  'Readability on linkedom': (html) => toText(readableBlocks(toPart(parseHtml(html), holdsNoText))),
  whole: async (html) => (await extract(html)).text,
};
