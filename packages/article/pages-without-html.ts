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
// In these two, a dot ends where `^` begins; `[^\n]` would search a page of U+2028 in quadratic time.
const HEADING = /^#{1,6}[ \t]+(.+)/m;
const UNDERLINED = /^(.+)\n=+[ \t]*$/m;

/** Reads plain text as a page: its first line is the title. */
export function readPlainPage(text: string): Article {
  const first = FIRST_LINE.exec(text)?.[0] ?? '';
  return asPage(first.trim(), text);
}

/** Reads Markdown as a page, without front matter, comments, images and marks; fenced code stays as it is. */
export function readMarkdownPage(markdown: string): Article {
  const pieces = splitAtFences(markdown.replace(FRONT_MATTER, '')).map(({ text, isCode }) => ({
    isCode,
    text: isCode ? text : withoutUnshown(text),
  }));
  const prose = pieces.flatMap(({ text, isCode }) => (isCode ? [] : [text])).join('\n');
  const title = HEADING.exec(prose)?.[1] ?? UNDERLINED.exec(prose)?.[1] ?? FIRST_LINE.exec(prose)?.[0] ?? '';
  const shown = pieces.map(({ text, isCode }) => (isCode ? text : withoutMarks(text)));
  return asPage(withoutMarks(title).trim(), shown.join('\n\n'));
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

/** Part of a Markdown text: fenced code without its fences, or what stands between. */
type Piece = { readonly isCode: boolean; readonly text: string };

/** Splits Markdown at the fences of its code. A fence in a comment is none, so that no comment is shown. */
function splitAtFences(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let fence = '';
  let isInComment = false;
  const endPiece = () => {
    pieces.push({ isCode: fence !== '', text: lines.join('\n') });
    lines = [];
  };
  for (const line of markdown.split(/\r\n?|\n/)) {
    const [indented = '', mark = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    // With a further backtick, the line is code itself.
    const opens = mark !== '' && !(mark.startsWith('`') && line.includes('`', indented.length));
    if (fence === '' ? opens && !isInComment : mark.startsWith(fence) && line.trim() === mark) {
      endPiece();
      fence = fence === '' ? mark : '';
      continue;
    }
    lines.push(line);
    if (fence !== '') continue;
    const [opened, closed] = [line.lastIndexOf('<!--'), line.lastIndexOf('-->')];
    if (opened !== closed) isInComment = opened > closed;
  }
  endPiece();
  return pieces;
}

/** Without what a reader of the Markdown does not see: comments, and definitions of links (`[1]: https://...`). */
function withoutUnshown(markdown: string): string {
  return markdown.replace(/<!--(?:[^-]|-(?!->))*(?:-->|$)/g, '').replace(/^\[[^\]\n]{1,200}\]:[^\n]*$/gm, '');
}

function withoutMarks(markdown: string): string {
  return (
    markdown
      // Marks of headings and quotes.
      .replace(/^[ \t]{0,3}(?:#{1,6}[ \t]+|>[ \t]?)/gm, '')
      // Images.
      .replace(/!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)/g, '')
      // Links, of which the text stays.
      .replace(/\[([^[\]\n]{1,300})\]\([^)\n]{0,2000}\)/g, '$1')
      // Bold and italic text, and code in a line.
      .replace(/(\*\*|__|\*|`)(?=\S)([^\n*_`]{1,500}?)\1/g, '$2')
      // Tags of HTML.
      .replace(/<\/?[a-z][^<>\n]{0,500}>/gi, '')
  );
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
