import MarkdownIt, { type Token } from 'markdown-it';
import { collapse } from '../../core/text.ts';
import { canonicalUrlIn, htmlRemains } from './html-remains.ts';

/** A longer piece of code is left out: nobody reads it aloud, and its names outweigh the words around it. */
const MAX_CODE_LINES = 12;

/** The mark of a GitHub alert: `> [!NOTE]`. */
const ALERT = /^\[![A-Za-z]+\]\s*/;

const parser = new MarkdownIt('default', { html: true, linkify: false, typographer: false });

/** What a Markdown document says. */
export type PlainMarkdown = {
  /** Readable plain text, a blank line between blocks. */
  readonly text: string;
  /** The first heading of the first level, or null. */
  readonly heading: string | null;
  /** The address of a canonical link in the document's HTML, or null. */
  readonly canonicalUrl: string | null;
};

/**
 * Markdown as text that can be quoted: headings end like sentences, wrapped lines are joined, links keep their words,
 * table rows become lines; images, badges, HTML tags, link definitions and long code are dropped. Time in
 * proportion to the length (markdown-it: 2 MB of the worst input tried took 4 s).
 */
export function readMarkdown(markdown: string): PlainMarkdown {
  const blocks: string[] = [];
  const cells: string[] = [];
  let heading: string | null = null;
  let canonicalUrl: string | null = null;
  let open = '';
  for (const token of parser.parse(markdown, {})) {
    if (token.nesting === 1 && token.type !== 'paragraph_open') open = token.type + token.tag;
    if (token.type === 'tr_close') blocks.push(cells.splice(0).filter(hasWords).join(', '));
    else if (token.type === 'inline' && /^t[hd]_open/.test(open)) cells.push(inlineText(token));
    else if (token.type === 'inline' && open.startsWith('heading_open')) {
      const text = collapse(inlineText(token));
      if (open.endsWith('h1')) heading ??= hasWords(text) ? text : null;
      blocks.push(asSentence(text));
    } else blocks.push(blockText(token));
    if (token.nesting === -1 && token.type !== 'paragraph_close') open = '';
    canonicalUrl ??= canonicalUrlOf(token);
  }
  return { text: blocks.filter(hasWords).join('\n\n'), heading, canonicalUrl };
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

function asSentence(text: string): string {
  return !hasWords(text) || /[.!?:;。！？…]$/u.test(text) ? text : `${text}.`;
}

/** False for what is left of a line of badges. */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
