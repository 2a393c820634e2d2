import { cleanText } from '../text/clean-text.ts';
import type { Article } from './article.ts';
import { decodeText } from './charset.ts';
import { extract } from './extract.ts';
import { readJsonLdPage, readMarkdownPage, readPlainPage } from './plain-page.ts';

export type { Article } from './article.ts';
export { decodeText } from './charset.ts';

/** Options of `readArticle`. */
export type ArticleOptions = {
  /** The value of the `Content-Type` header; it helps to decode bytes. */
  readonly contentType?: string;
  /** How the page is written; HTML by default. */
  readonly format?: 'html' | 'markdown' | 'plain' | 'json-ld';
};

/**
 * Reads the article of a web page. Nothing is loaded from the network and no script runs. Takes time in
 * proportion to the length of the page, and resolves for any input. It does not pause: read untrusted pages
 * of more than a few megabytes in a worker thread.
 * @param page the page as text, or its bytes in any encoding
 */
export async function readArticle(
  page: string | Uint8Array,
  { contentType = '', format = 'html' }: ArticleOptions = {},
): Promise<Article> {
  const { title, text, siteName, ...facts } = READERS[format](
    typeof page === 'string' ? page : decodeText(page, contentType),
  );
  return {
    ...facts,
    title: cleanText(title).trim(),
    text: cleanText(text).trim(),
    siteName: siteName === null ? null : cleanText(siteName).trim(),
  };
}

const READERS = {
  html: (page: string) => extract(page, { hasLabels: true }),
  markdown: readMarkdownPage,
  plain: readPlainPage,
  'json-ld': readJsonLdPage,
};
