import { createHash } from 'node:crypto';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import { Failure } from '../../../core/failure.ts';
import type { StoredDocument } from '../../../core/service.ts';
import type { DocumentWords } from './words.ts';

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.7 ' +
  'system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{line-height:1.25}pre{font:inherit;white-space:pre-wrap}' +
  'nav{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1.5rem}';

/** The permissions of a page of a document: it may show its text with its one style, and nothing else. */
export const documentPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** The number of pieces of text on one page: about 200,000 characters, which a phone lays out quickly. */
const PARTS_PER_PAGE = 50;

/** One page of a document: its number from 1, the count of pages, and the query string of another one. */
type PageOfDocument = ReturnType<typeof pageOf>;

/**
 * The page that a query string asks for with `page`; the first by default. Its other parameters, such as a
 * signature, are kept for the other pages.
 * @throws Failure `not-found` if the document has no such page
 */
export function pageOf({ partCount }: StoredDocument, query: URLSearchParams) {
  const count = Math.max(1, Math.ceil(partCount / PARTS_PER_PAGE));
  const wanted = query.get('page') ?? '1';
  const number = Number(wanted);
  if (!/^\d{1,6}$/.test(wanted) || number < 1 || number > count)
    throw new Failure('not-found', `This document has no such page: its pages are 1 to ${count}.`);
  const queryOf = (other: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(other));
    return `?${parameters}`;
  };
  return { number, count, queryOf };
}

/**
 * A document, or one page of a long one, as a small HTML page: its title, its text with all markup escaped,
 * and links to the pages before and after it. Comes in pieces.
 */
export function* documentPage(
  { title, parts }: StoredDocument,
  page: PageOfDocument,
  words: DocumentWords,
): Generator<string> {
  const name = escapeHtml(title);
  const links = page.count === 1 ? '' : `${pageLinks(page, words)}\n`;
  yield [
    '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${name}</title>\n<style>${STYLE}</style>\n</head>`,
    // A parser drops one line feed directly after the tag, so this line feed protects one that belongs to the
    // text.
    `<body>\n<main>\n<h1 dir="auto">${name}</h1>\n${links}<pre dir="auto">\n`,
  ].join('\n');
  const from = (page.number - 1) * PARTS_PER_PAGE;
  for (const part of parts(from, from + PARTS_PER_PAGE)) yield escapeHtml(part);
  yield `</pre>\n${links}</main>\n</body>\n</html>\n`;
}

function pageLinks({ number, count, queryOf }: PageOfDocument, words: DocumentWords): string {
  const link = (other: number, rel: string, text: string) =>
    other < 1 || other > count ? '' : `<a rel="${rel}" href="${escapeHtml(queryOf(other))}">${text}</a>`;
  const place = words.page.replace('{at}', String(number)).replace('{all}', String(count));
  return [
    `<nav lang="${words.language}" dir="${words.direction}">`,
    link(number - 1, 'prev', words.previousPage),
    `<span>${place}</span>`,
    link(number + 1, 'next', words.nextPage),
    '</nav>',
  ].join('\n');
}
