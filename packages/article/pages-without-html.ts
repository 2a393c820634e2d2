import { collapse } from '@sayso/text/text.ts';
import { readStatedDate } from '@sayso/text/written-date.ts';
import type { ParentNode } from 'domhandler';
import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it/browser';
import type { Article, Block } from './article.ts';
import { readBlocks } from './blocks.ts';
import { fullTextOf } from './extract.ts';
import { readJsonLd } from './json-ld.ts';
import { eachElement, parseHtml, textOf } from './tree.ts';

const MAX_TITLE_CHARS = 200;
/** A longer first line is the beginning of the text, not a title. */
const MAX_TITLE_LINE_CHARS = 120;
/** More names in a row lead elsewhere, such as to the same text in other languages. */
const MAX_TITLE_PARTS = 3;
const BETWEEN_LINKS = / [|·•] /;
/** Lines between two rules, of which the first has a name: without one, the text begins with a rule. */
const FRONT_MATTER =
  /^\ufeff?---[ \t]*\r?\n(?=[\w-]{1,60}:|#|---|\.\.\.)(?:[^\n]*\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** From the first visible character to the end of its line. */
const FIRST_LINE = /\S.*/;

/** Reads plain text as a page: its first line is the title, if it is short. */
export function readPlainPage(text: string): Article {
  return asPage(asTitle(FIRST_LINE.exec(text)?.[0]), text);
}

function asTitle(line = ''): string {
  const isRow = line.split(BETWEEN_LINKS).length > MAX_TITLE_PARTS;
  return isRow || line.trim().length > MAX_TITLE_LINE_CHARS ? '' : line.trim();
}

/**
 * Reads Markdown as the page that it would be on GitHub, without front matter, images, and the tags of links. Takes time
 * in proportion to the length (markdown-it: 2 MB of the worst input tried took 4 s).
 */
export function readMarkdownPage(markdown: string): Article {
  const trees = toPieces(markdown.replace(FRONT_MATTER, '')).map(parseHtml);
  const blocks = trees.flatMap(readBlocks);
  const { text } = fullTextOf(blocks);
  return asPage(titleOf(trees.flatMap(headingsIn), blocks[0]), text);
}

const OPTIONS = { html: true };
const toBlocks = new MarkdownIt('default', OPTIONS).disable(['inline', 'text_join']);
const toInline = new MarkdownIt('default', OPTIONS);
/** A longer paragraph is read in pieces: the longest file could be one, and take seconds. */
const MAX_INLINE_CHARS = 20_000;
/** The reader of pages reads so many elements of each piece, and leaves the others out. */
const MAX_PIECE_TOKENS = 20_000;
/** The mark of an alert on GitHub: `> [!NOTE]`. */
const ALERT = /^\[![A-Za-z]+\]\s*/;
/** The tags that have a meaning within a line. Others, such as a `<table>` that a sentence names, would swallow what follows. */
const WITHIN_LINE = /^<\/?(?:a|b|br|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u)\b/i;
/** So would one of these that is not closed (https://github.github.com/gfm/#disallowed-raw-html-extension-). */
const DISALLOWED = /<(?=\/?(?:iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)\b)/gi;

const NOTHING = () => '';
Object.assign(toInline.renderer.rules, {
  // Definitions are short, but what refers to them may be long: a megabyte of `[a]` would become a gigabyte of addresses.
  ...{ link_open: NOTHING, link_close: NOTHING, image: NOTHING },
  html_inline: (tokens, at) => {
    const tag = tokens[at]?.content ?? '';
    return WITHIN_LINE.test(tag) ? tag : '';
  },
  html_block: (tokens, at) => {
    const html = tokens[at]?.content ?? '';
    return /^\s*<(?:script|style)\b/i.test(html) ? '' : html.replace(DISALLOWED, '&lt;');
  },
} satisfies typeof toInline.renderer.rules);

/** The HTML of a Markdown text, in pieces that begin with a block. */
function toPieces(markdown: string): string[] {
  const env = {};
  const pieces: string[] = [];
  let piece: Token[] = [];
  let size = 0;
  const endPiece = () => {
    pieces.push(toInline.renderer.render(piece, toInline.options, env));
    [piece, size] = [[], 0];
  };
  for (const token of toBlocks.parse(markdown, env)) {
    if (token.type === 'inline') token.children = inlineTokens(token.content.replace(ALERT, ''), env);
    piece.push(token);
    size += 1 + (token.children?.length ?? 0);
    if (size > MAX_PIECE_TOKENS && token.level === 0 && token.nesting !== 1) endPiece();
  }
  endPiece();
  return pieces;
}

function inlineTokens(content: string, env: Record<string, unknown>): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < content.length; at += MAX_INLINE_CHARS) {
    const [parsed] = toInline.parseInline(content.slice(at, at + MAX_INLINE_CHARS), env);
    tokens.push(...(parsed?.children ?? []));
  }
  return tokens;
}

type Heading = { readonly level: number; readonly text: string };

function headingsIn(tree: ParentNode): Heading[] {
  const headings: Heading[] = [];
  eachElement(tree, (element) => {
    const level = Number(/^h([1-6])$/.exec(element.name)?.[1] ?? 0);
    const text = level === 0 ? '' : collapse(textOf(element, 2 * MAX_TITLE_CHARS));
    if (/[\p{L}\p{N}]/u.test(text)) headings.push({ level, text });
  });
  return headings;
}

/**
 * The title of a whole text: its first heading, unless that only names the first of several sections; without headings
 * before it, a short first line that is no code.
 */
function titleOf([first, ...others]: readonly Heading[], begin: Block | undefined): string {
  const isAtBegin = begin?.kind === 'heading' || (begin?.headings.length ?? 0) > 0;
  const isAbove = others.every(({ level }) => level > (first?.level ?? 0));
  const isTitle = first?.level === 1 ? isAtBegin || isAbove : isAtBegin && isAbove;
  if (first !== undefined && isTitle) return first.text;
  return isAtBegin || begin?.kind === 'code' ? '' : asTitle(begin?.text);
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
