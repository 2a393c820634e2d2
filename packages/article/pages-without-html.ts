import { readStatedDate } from '@sayso/text/written-date.ts';
import type { Article } from './article.ts';
import { readBlocks } from './blocks.ts';
import { readJsonLd } from './json-ld.ts';
import { parseHtml } from './tree.ts';

const MAX_TITLE_CHARS = 200;
/** A longer first line is the beginning of the text, not a title. */
const MAX_TITLE_LINE_CHARS = 120;
/** More names in a row lead elsewhere, such as to the same text in other languages. */
const MAX_TITLE_PARTS = 3;
const BETWEEN_LINKS = / [|·•] /;
/** From the first visible character to the end of its line. */
const FIRST_LINE = /\S.*/;

/** Reads plain text as a page: its first line is the title, if it is short. */
export function readPlainPage(text: string): Article {
  return asPage(asTitle(FIRST_LINE.exec(text)?.[0]), text);
}

/** A line as the title of a text; empty if it is none. */
export function asTitle(line = ''): string {
  const isRow = line.split(BETWEEN_LINKS).length > MAX_TITLE_PARTS;
  return isRow || line.trim().length > MAX_TITLE_LINE_CHARS ? '' : line.trim();
}

/** Reads a JSON-LD document as a page: the article in it, whose text may be HTML. */
export function readJsonLdPage(json: string): Article {
  const { headline, articleBody, datePublished, publisher, author } = readJsonLd([json]);
  const blocks = readBlocks(parseHtml((articleBody ?? '').replace(/\n+/g, '<p>')));
  return {
    title: headline ?? '',
    text: blocks.map(({ text }) => text).join('\n\n'),
    language: null,
    publishedAt: readStatedDate(datePublished ?? '', new Date()),
    siteName: publisher,
    author,
  };
}

export function asPage(title: string, text: string): Article {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]*(?:\n[ \t]*)+/g, '\n\n')
    .trim();
  return {
    title: title.slice(0, MAX_TITLE_CHARS),
    text: paragraphs,
    language: null,
    publishedAt: null,
    siteName: null,
    author: null,
  };
}
