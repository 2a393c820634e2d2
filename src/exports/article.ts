import { cleanText } from '../core/clean-text.ts';
import { decodeText } from '../read/charset.ts';
import { extract } from '../read/extract.ts';

/** Options of `readArticle`. */
export type ArticleOptions = {
  /** The value of the `Content-Type` header; it helps to decode bytes. */
  readonly contentType?: string;
};

/** The text of a web page and what the page says about it. */
export type Article = {
  /** Empty if the page has no title. */
  readonly title: string;
  /**
   * The main text as plain text, with an empty line between blocks; without menus, advertisements and text
   * that a person would not see. Empty only if the page shows no text.
   */
  readonly text: string;
  /** The BCP 47 tag that the page declares; null if there is none. */
  readonly language: string | null;
  /** When it was published, as an ISO 8601 date or date and time; null if the page does not say. */
  readonly publishedAt: string | null;
  /** The name of the site; null if the page does not give one. */
  readonly siteName: string | null;
  /** The names of its authors; null if the page does not give them. */
  readonly author: string | null;
};

/**
 * Reads the article of a web page. Nothing is loaded from the network and no script runs. Takes time in
 * proportion to the length of the page, and resolves for any input. It does not pause: read untrusted pages
 * of more than a few megabytes in a worker thread.
 * @param html the page as text, or its bytes in any encoding
 */
export async function readArticle(html: string | Uint8Array, options: ArticleOptions = {}): Promise<Article> {
  const markup = typeof html === 'string' ? html : decodeText(html, options.contentType ?? '');
  const { title, text, language, publishedAt, siteName, author } = await extract(markup, { hasLabels: true });
  return {
    title: cleanText(title).trim(),
    text: cleanText(text).trim(),
    language,
    publishedAt,
    siteName: siteName === null ? null : cleanText(siteName).trim(),
    author,
  };
}
