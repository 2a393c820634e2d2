import { toText } from '../../src/lib/article/blocks.ts';
import { holdsNoText } from '../../src/lib/article/boilerplate.ts';
import { extract } from '../../src/lib/article/extract.ts';
import { parseHtml } from '../../src/lib/article/html-tree.ts';
import { toPart } from '../../src/lib/article/part.ts';
import { readableText } from './readability.ts';

/** Takes HTML and returns the text of its article. */
export type Extractor = (html: string) => string | Promise<string>;

/** The extractors that are compared, by name; the whole product is `whole`. */
export const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  'all text': (html) => toText(toPart(parseHtml(html), holdsNoText)),
  'Readability on linkedom': (html) => readableText(toPart(parseHtml(html), holdsNoText)),
  whole: async (html) => (await extract(html)).text,
};
