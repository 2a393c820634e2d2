import { readStatedDate } from '@sayso/text/written-date.ts';
import type { Article } from './article.ts';
import { readBlocks } from './blocks.ts';
import { readJsonLd } from './json-ld.ts';
import { parseHtml } from './tree.ts';

const MAX_TITLE_CHARS = 200;
/** Lines between two rules, of which the first has a name: without one, the text begins with a rule. */
const FRONT_MATTER =
  /^\ufeff?---[ \t]*\r?\n(?=[\w-]{1,60}:|#|---|\.\.\.)(?:[^\n]*\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** From the first visible character to the end of its line. */
const FIRST_LINE = /\S.*/;
/** A dot ends where `^` begins; `[^\n]` would search a page of `\r` in quadratic time. */
const HEADING = /^#{1,6}[ \t]+(.+)/m;
const UNDERLINED = /^(.+)(?:\r\n|[\r\n])=+[ \t]*$/m;

/** Reads plain text as a page: its first line is the title. */
export function readPlainPage(text: string): Article {
  const first = FIRST_LINE.exec(text)?.[0] ?? '';
  return asPage(first.trim(), text);
}

/** Reads Markdown as a page, without front matter, comments, images and marks. */
export function readMarkdownPage(markdown: string): Article {
  const body = withoutComments(markdown.replace(FRONT_MATTER, ''));
  const prose = withoutFences(body);
  const title = HEADING.exec(prose)?.[1] ?? UNDERLINED.exec(prose)?.[1] ?? FIRST_LINE.exec(prose)?.[0] ?? '';
  return asPage(plain(title).trim(), plain(body));
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

function withoutComments(markdown: string): string {
  return markdown.replace(/<!--(?:[^-]|-(?!->))*(?:-->|$)/g, '').replace(/^\[[^\]\n]{1,200}\]:[^\n]*$/gm, '');
}

/** Markdown without fenced code, in which "# deploy" is a comment and no heading. */
function withoutFences(markdown: string): string {
  let fence = '';
  const outside = markdown.split(/\r\n?|\n/).filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    else return false;
    return mark === '';
  });
  return outside.join('\n');
}

function plain(markdown: string): string {
  return markdown
    .replace(/^[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?|```[^\n]*$|~~~[^\n]*$)/gm, '')
    .replace(/!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)/g, '')
    .replace(/\[([^[\]\n]{1,300})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|\*|`)(?=\S)([^\n*_`]{1,500}?)\1/g, '$2')
    .replace(/<\/?[a-z][^<>\n]{0,500}>/gi, '');
}

function asPage(title: string, text: string): Article {
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
