import { escapeHtml } from '@sayso/text/escape-html.ts';
import { parseWebUrl } from '@sayso/text/url.ts';
import {
  alternativeText,
  bareToken,
  CITATION_TOKEN,
  MATH_TOKEN,
  type MarkdownToken,
  STATEMENT_TOKEN,
  TASK_BOX_TOKEN,
  taskBoxSign,
} from './markdown.ts';
import { toMathMl } from './math.ts';
import { type PlainLine, toPlainLines } from './plain-lines.ts';
import { sentencesOf } from './statements.ts';

/** The `rel` of every link, because the text is untrusted (HTML Standard 4.6.7; `ugc` by Google). */
export const LINK_REL = 'nofollow noopener noreferrer ugc';

/**
 * The elements without behaviour that rendered HTML may contain. Others have rules of their own: `a`, whose
 * URL is checked (`markdown.ts`), and the elements of formulas and statements.
 */
export const ALLOWED_TAGS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong', 's'],
]);

/** Elements that contain blocks: a line break after their opening tag keeps the HTML readable. */
const HOLDS_BLOCKS = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr']);
const LANGUAGE = /^\s*([a-z0-9][a-z0-9+#._-]{0,30})(?:\s|$)/i;
const ALIGN = /^text-align:(left|right|center)$/;

/** Top-level blocks get an automatic text direction; a rule gets none, and code is left to right. */
const DIRECTION = ' dir="auto"';

/**
 * Renders tokens as HTML that is safe to paste into any page: only allowed elements; only the attributes
 * `href`, `title`, `rel`, `class`, `start`, `align` and `dir`, all written here; links only to allowed URLs;
 * images as their alternative text; formulas as MathML from its own list (`math.ts`). Statements that are
 * marked (`markStatements`) are in `<span data-statement="3">`.
 */
export function toHtml(tokens: readonly MarkdownToken[], citations: CitationLinks): string {
  let html = '';
  for (const token of tokens) {
    if (token.type === 'inline') html += inlineHtml(token.children ?? [], citations);
    else if (token.type === 'fence' || token.type === 'code_block') html += codeHtml(token);
    else html += blockTag(token);
  }
  return html;
}

function blockTag(token: MarkdownToken): string {
  if (token.hidden || !ALLOWED_TAGS.has(token.tag)) return '';
  if (token.nesting < 0) return `</${token.tag}>\n`;
  const lineBreak = token.nesting === 0 || HOLDS_BLOCKS.has(token.tag) ? '\n' : '';
  const direction = token.level === 0 && token.nesting > 0 ? DIRECTION : '';
  return `<${token.tag}${direction}${blockAttribute(token)}>${lineBreak}`;
}

/** The attributes that a block may have: the first number of a list, or the alignment of a table cell. */
function blockAttribute(token: MarkdownToken): string {
  const start = token.tag === 'ol' ? token.attrGet('start') : null;
  if (typeof start === 'number') return ` start="${start}"`;
  const align = ALIGN.exec(String(token.attrGet('style')));
  return align === null ? '' : ` align="${align[1]}"`;
}

function codeHtml(token: MarkdownToken): string {
  const language = LANGUAGE.exec(token.info)?.[1];
  const attribute = language === undefined ? '' : ` class="language-${language}"`;
  return `<pre dir="ltr"><code${attribute}>${escapeHtml(token.content)}</code></pre>\n`;
}

function inlineHtml(tokens: readonly MarkdownToken[], citations: CitationLinks): string {
  let html = '';
  for (const token of tokens) {
    if (token.type === 'text') html += escapeHtml(token.content);
    else if (token.hidden) continue;
    else if (token.type === 'link_open') html += openLink(token);
    else if (token.type === 'link_close') html += '</a>';
    else if (token.type === CITATION_TOKEN) html += citations(Number(token.meta?.index));
    else html += leafHtml(token);
  }
  return html;
}

/** Links to URLs that are not allowed are hidden (`markdown.ts`). */
function openLink(token: MarkdownToken): string {
  const url = String(token.attrGet('href') ?? '');
  const title = token.attrGet('title');
  const titleAttribute = title === null ? '' : ` title="${escapeHtml(String(title))}"`;
  return `<a href="${escapeHtml(url)}"${titleAttribute} rel="${LINK_REL}">`;
}

function leafHtml(token: MarkdownToken): string {
  switch (token.type) {
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return '<br>\n';
    case 'code_inline':
      return `<code>${escapeHtml(token.content)}</code>`;
    case 'image':
      return escapeHtml(alternativeText(token));
    case TASK_BOX_TOKEN:
      return taskBoxSign(token);
    case MATH_TOKEN:
      return formulaHtml(token);
    case STATEMENT_TOKEN:
      return token.nesting < 0 ? '</span>' : `<span data-statement="${Number(token.meta?.statement)}">`;
    default:
      if (!ALLOWED_TAGS.has(token.tag)) return escapeHtml(token.content);
      return token.nesting < 0 ? `</${token.tag}>` : `<${token.tag}>`;
  }
}

/** Delimiters of formulas that stand within a line; all others, environments among them, get their own. */
const INLINE_MATH = new Set(['$', '\\(']);

function formulaHtml({ content, markup, meta }: MarkdownToken): string {
  const tex = markup.startsWith('\\begin') ? content : String(meta?.tex ?? '');
  return toMathMl(tex, INLINE_MATH.has(markup) ? 'inline' : 'block') ?? escapeHtml(content);
}

/** A source that Markdown cites; the first one is cited as `[1]`. */
export type CitedSource = { readonly url: string; readonly title?: string };

/** The HTML of the citation of a source, by the source's number. */
type CitationLinks = (index: number) => string;

/** Citations of these sources as HTML. Each is made once, on first use. */
export function createCitationLinks(sources: readonly CitedSource[]): CitationLinks {
  const made: string[] = [];
  return (index) => {
    made[index] ??= linkTo(index, sources[index - 1]);
    return made[index];
  };
}

/** A link to the source; plain text if its URL is not allowed in links. */
function linkTo(index: number, source: CitedSource | undefined): string {
  const url = source === undefined ? null : parseWebUrl(source.url);
  if (source === undefined || url === null) return `[${index}]`;
  const title = (source.title ?? '') === '' ? '' : ` title="${escapeHtml(source.title ?? '')}"`;
  return `<a class="citation" href="${escapeHtml(url.href)}"${title} rel="${LINK_REL}">[${index}]</a>`;
}

/** Tokens in which the text of each statement is between two tokens of its own. */
type MarkedTokens = {
  readonly tokens: readonly MarkdownToken[];
  /** How many statements they have. */
  readonly statementCount: number;
};

/** A part of a token's text, and the number of its statement; null between two statements. */
type Segment = { readonly text: string; readonly statement: number | null };

/**
 * Marks the statements of parsed Markdown, which are those of `toStatements`. The first one gets the number
 * `first`. A statement with markup or citations inside has several parts, all with its number.
 */
export function markStatements(
  tokens: readonly MarkdownToken[],
  markdown: string,
  first: number,
): MarkedTokens {
  const segments = new Map<MarkdownToken, readonly Segment[]>();
  let next = first;
  for (const line of toPlainLines(tokens, markdown)) next += divide(line, next, segments);
  const marked = tokens.map((token) =>
    token.type === 'inline' ? { ...bareToken(token), children: markChildren(token, segments) } : token,
  );
  return { tokens: marked, statementCount: next - first };
}

/** Divides each token of the line at the ends of its sentences; returns the number of sentences. */
function divide(line: PlainLine, first: number, segments: Map<MarkdownToken, readonly Segment[]>): number {
  const sentences = sentencesOf(line).map(({ from, to }, at) => ({ from, to, statement: first + at }));
  let at = 0;
  for (const piece of line.pieces) {
    // Sentences and pieces are in order, so each is looked at once: the text is untrusted.
    while ((sentences[at]?.to ?? Number.POSITIVE_INFINITY) <= piece.from) at++;
    let end = at;
    while ((sentences[end]?.from ?? Number.POSITIVE_INFINITY) < piece.to) end++;
    segments.set(piece.token, segmentsOf(line.text, piece, sentences.slice(at, end)));
  }
  return sentences.length;
}

type NumberedSentence = { readonly from: number; readonly to: number; readonly statement: number };

/** The parts of a token in each of the sentences that it overlaps, and the text between them. */
function segmentsOf(
  line: string,
  { token, from, to }: PlainLine['pieces'][number],
  sentences: readonly NumberedSentence[],
): readonly Segment[] {
  const segments: Segment[] = [];
  let end = from;
  for (const sentence of sentences) {
    if (sentence.from > end) segments.push({ text: line.slice(end, sentence.from), statement: null });
    const start = Math.max(end, sentence.from);
    end = Math.max(start, Math.min(sentence.to, to));
    if (end > start) segments.push({ text: line.slice(start, end), statement: sentence.statement });
  }
  // Spaces before a citation are no longer in the text of the line.
  const rest = token.type === 'text' ? token.content.slice(end - from) : '';
  return rest === '' ? segments : [...segments, { text: rest, statement: null }];
}

function markChildren(
  { children }: MarkdownToken,
  segments: ReadonlyMap<MarkdownToken, readonly Segment[]>,
): readonly MarkdownToken[] {
  const marked: MarkdownToken[] = [];
  let open: number | null = null;
  const change = (statement: number | null) => {
    if (statement === open) return;
    if (open !== null) marked.push(statementToken(-1, open));
    if (statement !== null) marked.push(statementToken(1, statement));
    open = statement;
  };
  for (const child of children ?? []) {
    const parts = segments.get(child) ?? [];
    if (child.type === 'text' && parts.length > 0) {
      for (const { text, statement } of parts) {
        change(statement);
        marked.push({ ...bareToken(child), content: text });
      }
    } else {
      change(parts.find(({ statement }) => statement !== null)?.statement ?? null);
      marked.push(child);
    }
  }
  change(null);
  return marked;
}

function statementToken(nesting: 1 | -1, statement: number): MarkdownToken {
  return {
    type: STATEMENT_TOKEN,
    tag: 'span',
    nesting,
    level: 0,
    content: '',
    markup: '',
    info: '',
    hidden: false,
    map: null,
    meta: { statement },
    children: null,
    attrGet: () => null,
  };
}
