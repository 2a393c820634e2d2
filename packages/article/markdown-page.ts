import { collapse } from '@sayso/text/text.ts';
import type { ParentNode } from 'domhandler';
import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it/browser';
import type { Article, Block } from './article.ts';
import { readBlocks } from './blocks.ts';
import { fullTextOf } from './extract.ts';
import { asPage, asTitle } from './pages-without-html.ts';
import { eachElement, parseHtml, textOf } from './tree.ts';

/** Lines between two rules, of which the first has a name: without one, the text begins with a rule. */
const FRONT_MATTER =
  /^\ufeff?---[ \t]*\r?\n(?=[\w-]{1,60}:|#|---|\.\.\.)(?:[^\n]*\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

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

const MAX_HEADING_CHARS = 400;

type Heading = { readonly level: number; readonly text: string };

function headingsIn(tree: ParentNode): Heading[] {
  const headings: Heading[] = [];
  eachElement(tree, (element) => {
    const level = Number(/^h([1-6])$/.exec(element.name)?.[1] ?? 0);
    const text = level === 0 ? '' : collapse(textOf(element, MAX_HEADING_CHARS));
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
