import { cleanText } from '@sayso/text/clean-text.ts';
import type { Article, Block } from './article.ts';
import { decodeText } from './charset.ts';
import { extract, fullTextOf, mainTextOf } from './extract.ts';

export type { Article, Block, BlockKind, Place } from './article.ts';
export { decodeText } from './charset.ts';

/** Options of `readArticle`. */
export type ArticleOptions = {
  /** The value of the `Content-Type` header; it helps to decode bytes. */
  readonly contentType?: string;
  /** How the page is written; HTML by default. */
  readonly format?: 'html' | 'markdown' | 'plain' | 'json-ld';
  /** Reads all that a visitor can see or open, and says in `main` where the main text is. */
  readonly full?: boolean;
};

/**
 * Reads the article of a web page. Nothing is loaded from the network and no script runs. Takes time in
 * proportion to the length of the page, and resolves for any input. It does not pause: read untrusted pages
 * of more than a few megabytes in a worker thread.
 * @param page the page as text, or its bytes in any encoding
 */
export async function readArticle(
  page: string | Uint8Array,
  { contentType = '', format = 'html', full = false }: ArticleOptions = {},
): Promise<Article> {
  const markup = typeof page === 'string' ? page : decodeText(page, contentType);
  if (format !== 'html') {
    const { text, ...facts } = await READERS[format](markup);
    return { ...cleanFacts(facts), text: cleanText(text).trim() };
  }
  const { facts, blocks } = extract(markup);
  return { ...cleanFacts(facts), ...(full ? fullTextOf(blocks) : { text: mainTextOf(blocks) }) };
}

/**
 * Reads all that a visitor of an HTML page can see or open, as blocks in reading order, each with the
 * headings above it and its labels. The same limits apply as to `readArticle`.
 */
export function readBlocks(html: string): Block[] {
  return extract(html).blocks;
}

function cleanFacts<Facts extends Omit<Article, 'text'>>(facts: Facts): Facts {
  const { title, siteName } = facts;
  return {
    ...facts,
    title: cleanText(title).trim(),
    siteName: siteName === null ? null : cleanText(siteName).trim(),
  };
}

/** Most pages are HTML: the others are loaded with the first of them. */
const READERS = {
  markdown: async (text: string) => (await import('./markdown-page.ts')).readMarkdownPage(text),
  plain: async (text: string) => (await import('./pages-without-html.ts')).readPlainPage(text),
  'json-ld': async (text: string) => (await import('./pages-without-html.ts')).readJsonLdPage(text),
};
