import { readArticle, readBlocks } from '../../src/lib/article/index.ts';
import { readableText } from './readability.ts';

/** Takes HTML and returns the text of its article. */
export type Extractor = (html: string) => string | Promise<string>;

/** The extractors that are compared, by name; the whole product is `whole`. */
export const EXTRACTORS: Readonly<Record<string, Extractor>> = {
  'all blocks': (html) =>
    readBlocks(html)
      .map(({ text }) => text)
      .join('\n\n'),
  'Readability on linkedom': readableText,
  whole: async (html) => (await readArticle(html)).text,
};
