import { collapse } from '@sayso/text/text.ts';
import { decodeHTML } from 'entities/decode';
import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it/browser';
import { asSentence, hasWords } from './document-title.ts';

/** Longer code is left out: nobody reads it aloud, and its names outweigh the words around it. */
const MAX_CODE_LINES = 12;

/** A centred title, which Markdown cannot express. */
const HTML_HEADING = /<h1\b[^<>]{0,300}>([\s\S]{1,500}?)<\/h1>/i;

/** The mark of a GitHub alert: `> [!NOTE]`. */
const ALERT = /^\[![A-Za-z]+\]\s*/;

const OPTIONS = { html: true, linkify: false, typographer: false };
const inBlocks = new MarkdownIt('default', OPTIONS);
const onlyBlocks = new MarkdownIt('default', OPTIONS).disable(['inline', 'text_join']);
/** A longer paragraph is read in pieces: the longest file could be one, and take seconds. */
const MAX_INLINE_CHARS = 20_000;

/** The content of a Markdown document. */
type PlainMarkdown = {
  /** Readable plain text, with a blank line between blocks. */
  readonly text: string;
  /** The heading that names the whole document; null if there is none. */
  readonly heading: string | null;
  /** False if the first line is the heading of a section, or code. */
  readonly mayBeginWithTitle: boolean;
  /** The address of a canonical link in the document's HTML, or null. */
  readonly canonicalUrl: string | null;
};

/**
 * Converts Markdown to text that can be quoted: headings end like sentences, wrapped lines are joined, links
 * keep their words, table rows become lines; images, badges, HTML tags, link definitions and long code are
 * removed. Takes time in proportion to the length (markdown-it: 2 MB of the worst input tried took 4 s).
 */
export function readMarkdown(markdown: string): PlainMarkdown {
  const env = {};
  const tokens = onlyBlocks.parse(markdown, env);
  for (const { type, content, children } of tokens) {
    if (type !== 'inline') continue;
    for (let at = 0; at < content.length; at += MAX_INLINE_CHARS) {
      const [piece] = inBlocks.parseInline(content.slice(at, at + MAX_INLINE_CHARS), env);
      children?.push(...(piece?.children ?? []));
    }
  }
  return fromTokens(tokens);
}

function fromTokens(tokens: readonly Token[]): PlainMarkdown {
  const blocks: string[] = [];
  const cells: string[] = [];
  const headings: Heading[] = [];
  let canonicalUrl: string | null = null;
  let open = '';
  let beginsWithCode = false;
  const noteHeading = (level: number, text: string) => {
    if (hasWords(text)) headings.push({ level, text, isFirst: !blocks.some(hasWords) });
  };
  const addHeading = (level: number, text: string) => {
    noteHeading(level, text);
    blocks.push(asSentence(text));
  };
  for (const token of tokens) {
    if (token.nesting === 1 && token.type !== 'paragraph_open') open = token.type + token.tag;
    if (token.type === 'tr_close') blocks.push(cells.splice(0).filter(hasWords).join(', '));
    else if (token.type === 'inline' && /^t[hd]_open/.test(open)) cells.push(inlineText(token));
    else if (token.type === 'inline' && open.startsWith('heading_open')) {
      addHeading(Number(open.slice(-1)), collapse(inlineText(token)));
    } else {
      const [, own] = HTML_HEADING.exec(token.type === 'html_block' ? token.content : '') ?? [];
      if (own !== undefined) noteHeading(1, collapse(htmlRemains(own)));
      const text = blockText(token);
      // In code, "# deploy" is a comment.
      if (/^(?:fence|code_block)$/.test(token.type) && hasWords(text))
        beginsWithCode ||= !blocks.some(hasWords);
      blocks.push(text);
    }
    if (token.nesting === -1 && token.type !== 'paragraph_close') open = '';
    canonicalUrl ??= canonicalUrlOf(token);
  }
  const heading = ownHeading(headings);
  const mayBeginWithTitle = !beginsWithCode && (heading !== null || headings[0]?.isFirst !== true);
  return { text: blocks.filter(hasWords).join('\n\n'), heading, mayBeginWithTitle, canonicalUrl };
}

function blockText(token: Token): string {
  if (token.type === 'inline') return tidyLines(inlineText(token));
  if (token.type === 'html_block') return tidyLines(htmlRemains(token.content));
  if (token.type !== 'fence' && token.type !== 'code_block') return '';
  const code = token.content.trimEnd();
  return code.split('\n', MAX_CODE_LINES + 1).length > MAX_CODE_LINES ? '' : code;
}

function inlineText(token: Token): string {
  const texts = (token.children ?? []).map((child) => {
    if (child.type === 'text' || child.type === 'code_inline') return child.content;
    if (child.type === 'softbreak') return ' ';
    if (child.type === 'hardbreak') return '\n';
    return child.type === 'html_inline' ? htmlRemains(child.content) : '';
  });
  return texts.join('').replace(ALERT, '');
}

function canonicalUrlOf(token: Token): string | null {
  if (token.type === 'html_block') return canonicalUrlIn(token.content);
  const html = token.children?.filter((child) => child.type === 'html_inline') ?? [];
  return html.length === 0 ? null : canonicalUrlIn(html.map((child) => child.content).join(''));
}

function tidyLines(text: string): string {
  return text.split('\n').map(collapse).filter(hasWords).join('\n');
}

/** A heading of a document; `isFirst` if no words precede it. */
type Heading = { readonly level: number; readonly text: string; readonly isFirst: boolean };

/**
 * The title of a whole document, chosen from all its headings in order; null if they only name sections. Only
 * the first heading can be the title. A heading of the first level is the title if the document begins with
 * it or if all other headings are of deeper levels. A heading of a deeper level is the title if both
 * conditions hold and there are other headings.
 */
function ownHeading(headings: readonly Heading[]): string | null {
  const [first, ...others] = headings;
  if (first === undefined) return null;
  const isAlone = others.every(({ level }) => level > first.level);
  const isNamed =
    first.level === 1 ? first.isFirst || isAlone : first.isFirst && isAlone && others.length > 0;
  return isNamed ? first.text : null;
}

const LINK_TAG = /<link\b[^<>]*>/gi;
const BREAK = /<\/?(?:br|p|div|li|tr|h[1-6]|summary|details|dt|dd|blockquote|pre|td|th)\b[^<>]*>/gi;
const TAG = /<[!/?]?[a-z][^<>]*>/gi;

/** The address of a `<link rel="canonical" href="...">` in the text, or null. */
export function canonicalUrlIn(html: string): string | null {
  for (const [tag] of html.matchAll(LINK_TAG)) {
    if (/\brel\s*=\s*["']?canonical\b/i.test(tag)) {
      const [, quoted, bare] = /\bhref\s*=\s*(?:["']([^"']*)["']|([^\s"'<>]+))/i.exec(tag) ?? [];
      const href = quoted ?? bare;
      if (href !== undefined) return decodeHTML(href).trim();
    }
  }
  return null;
}

/**
 * The readable text of HTML within Markdown: without tags, comments, scripts and styles, with entities
 * decoded and one line per block. Takes time in proportion to the length. The result is plain text; it is not
 * safe to use as HTML.
 */
export function htmlRemains(html: string): string {
  if (/^\s*<(?:script|style)\b/i.test(html)) return '';
  return decodeHTML(withoutComments(html).replace(BREAK, '\n').replace(TAG, ''));
}

function withoutComments(html: string): string {
  const [before = '', ...comments] = html.split('<!--');
  const outside = comments.map((comment) => {
    const end = comment.indexOf('-->');
    return end === -1 ? '' : comment.slice(end + 3);
  });
  return before + outside.join('');
}
