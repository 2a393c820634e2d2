import type { Article } from '@sayso/article';
import { toSnippet } from '@sayso/text/text.ts';

/**
 * The longest values of the fields that a page states about itself, in code points: as for the results of a
 * search, and longer than real ones. Longer titles are cut; other values that are longer are no names.
 */
const MAX_CHARS = { title: 300, siteName: 120, author: 120, publishedAt: 40, language: 35 } as const;
/** A longer address of a picture is left out: it would make the address that the service signs too long. */
const MAX_URL_CHARS = 1_000;

/** The fields of a page within their limits, whoever extracted them; the text is unchanged. */
export function withinFieldLimits(page: Article): Article {
  return {
    title: toSnippet(page.title, MAX_CHARS.title),
    text: page.text,
    ...(page.main !== undefined && { main: page.main }),
    siteName: ifShort(page.siteName, MAX_CHARS.siteName),
    author: ifShort(page.author, MAX_CHARS.author),
    publishedAt: ifShort(page.publishedAt, MAX_CHARS.publishedAt),
    language: ifShort(page.language, MAX_CHARS.language),
    ...(isShortUrl(page.imageUrl) && { imageUrl: page.imageUrl }),
  };
}

function isShortUrl(url: string | undefined): url is string {
  return url !== undefined && url.length <= MAX_URL_CHARS;
}

function ifShort(value: string | null, maxChars: number): string | null {
  return value === null || value.length > 2 * maxChars || Array.from(value).length > maxChars ? null : value;
}
