import { once } from '@sayso/text/once.ts';
import type { StateInline, Token } from 'markdown-it/browser';
import Parser, { type MarkdownIt, type StateCore } from 'markdown-it/browser';

/** The maximum number of marks in a paragraph that may open or close something; real text has far fewer. */
const MAX_MARKS = 1000;
/** With more brackets than this, those that can open a link are determined first. */
const MANY_BRACKETS = 40;
const MARK = /[*_~[]/g;
/** Text in which these marks are the only special characters. */
const PLAIN = /[^\\`<&$\n:\]]+/y;

/** The marks of a paragraph that the parser treats as markup. */
type Limits = {
  /** The offset after which every mark is text. */
  readonly end: number;
  /** The offsets of brackets that may open a link; null if every bracket may. */
  readonly brackets: ReadonlySet<number> | null;
};

const limitsByState = new WeakMap<StateInline, Limits>();

/**
 * Inline rule of the Markdown parser that runs before the rules for marks. Marks after the first 1,000 of a
 * paragraph are read as text; if there are more than 40 brackets, those that are never closed are read as
 * text, too. The parser takes linear time, but it reads the text after unclosed brackets a hundred times, and
 * hostile text has tens of thousands of them.
 */
function markLimitRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.length <= MANY_BRACKETS) return false;
  const bracketAt = src.startsWith('![', pos) ? pos + 1 : pos;
  const mark = src.charAt(bracketAt);
  if (mark !== '[' && mark !== '*' && mark !== '_' && mark !== '~') return false;
  const { end, brackets } = limitsOf(state);
  if (pos < end && (mark !== '[' || brackets === null || brackets.has(bracketAt))) return false;
  const next = pos < end ? pos + 1 : Math.min(state.posMax, endOfPlain(src, pos));
  if (!silent) state.pending += src.slice(pos, next);
  state.pos = next;
  return true;
}

function endOfPlain(text: string, from: number): number {
  PLAIN.lastIndex = from;
  PLAIN.test(text);
  return PLAIN.lastIndex;
}

function limitsOf(state: StateInline): Limits {
  const known = limitsByState.get(state);
  if (known !== undefined) return known;
  const limits = findLimits(state.src);
  limitsByState.set(state, limits);
  return limits;
}

function findLimits(text: string): Limits {
  let marks = 0;
  let brackets = 0;
  let end = text.length;
  for (const match of text.matchAll(MARK)) {
    if (++marks > MAX_MARKS) {
      end = match.index;
      break;
    }
    if (match[0] === '[') brackets++;
  }
  return { end, brackets: brackets > MANY_BRACKETS ? openingBrackets(text) : null };
}

/** The deepest nesting of brackets; an image text may contain a link, and rarely anything deeper. */
const MAX_HEIGHT = 8;
const BRACKET = /\\.|[[\]]/g;

/** The offsets of closed brackets with at most eight levels of others inside. Those in code count. */
export function openingBrackets(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  /** Open brackets, each with the number of levels inside it. */
  const open: { readonly at: number; height: number }[] = [];
  for (const match of text.matchAll(BRACKET)) {
    if (match[0] === '[') open.push({ at: match.index, height: 1 });
    if (match[0] !== ']') continue;
    const closed = open.pop();
    if (closed === undefined) continue;
    if (closed.height <= MAX_HEIGHT) found.add(closed.at);
    const outer = open.at(-1);
    if (outer !== undefined) outer.height = Math.max(outer.height, closed.height + 1);
  }
  return found;
}

/** A token as readers need it (https://markdown-it.github.io/markdown-it/classes/Token.html). */
export type MarkdownToken = {
  readonly type: string;
  /** The name of its HTML element; empty if it has none. */
  readonly tag: string;
  /** 1 opens an element, -1 closes one, 0 is complete. */
  readonly nesting: number;
  /** The number of elements that contain it. */
  readonly level: number;
  readonly content: string;
  readonly markup: string;
  readonly info: string;
  readonly hidden: boolean;
  /** Its first line, and the line after its last one. */
  readonly map: readonly [number, number] | null;
  readonly meta: Readonly<Record<string, unknown>> | null;
  readonly children: readonly MarkdownToken[] | null;
  attrGet(name: string): string | number | null;
};

/** The citation's token: `meta.index` is the source, `meta.to` its end in the inline content. */
export const CITATION_TOKEN = 'citation';

/** The formula's token: `content` with its delimiters, as the HTML shows it; `meta.tex` without. */
export const MATH_TOKEN = 'math';

/** Name of the task box's token; its `markup` is `x` for a ticked box, otherwise a space. */
export const TASK_BOX_TOKEN = 'task_box';

/** Name of the tokens before and after the text of a statement; `meta.statement` is its number. */
export const STATEMENT_TOKEN = 'statement';

/** The fields of a token, without the prototype of the parser; text and inline tokens have no attributes. */
export function bareToken(token: MarkdownToken): MarkdownToken {
  return { ...token, attrGet: () => null };
}

const BOX = /^\[([ xX])\][ \t]+/;

/** The text that shows the box. */
export function taskBoxSign({ markup }: MarkdownToken): string {
  return markup === 'x' ? '☑ ' : '☐ ';
}

/** Core rule of the parser: `[ ]` or `[x]` at the start of a list item (GFM) becomes a token. */
function taskBoxRule(state: StateCore): void {
  for (const [at, { children }] of state.tokens.entries()) {
    if (state.tokens[at - 2]?.type !== 'list_item_open' || state.tokens[at - 1]?.type !== 'paragraph_open')
      continue;
    const [first] = children ?? [];
    const box = first?.type === 'text' ? boxOf(first, state) : null;
    if (box !== null) children?.unshift(box);
  }
}

/** Removes the box from the text and returns it; null if there is none. */
function boxOf(text: Token, state: StateCore): Token | null {
  const [whole, mark] = BOX.exec(text.content) ?? [];
  if (whole === undefined || mark === undefined) return null;
  text.content = text.content.slice(whole.length);
  const box = new state.Token(TASK_BOX_TOKEN, '', 0);
  box.markup = mark.toLowerCase();
  return box;
}

/** Control characters, and marks that reverse letters. Isolates (U+2066 to U+2069) stay. */
const UNREADABLE = /[^\P{Cc}\t\n\r\u0085]|[\u202a-\u202e\ufffe\uffff]/gu;

/** The text without characters that terminals and voices misread, or that reverse a link. */
export function withoutUnreadable(text: string): string {
  return text.replace(UNREADABLE, '');
}

/** Where a bare URL ends early: before a citation, or punctuation and a closing quotation mark. */
const URL_END = /\[\d{1,3}\]|[.,;:!?]{1,8}$/;

const parser = createParser();
const definingParser = once(() => {
  const created = createParser();
  created.block.ruler.enable('reference');
  return created;
});

/**
 * Parses Markdown into the tokens from which HTML and speech are made: CommonMark with the tables,
 * strikethrough and task boxes of GFM, formulas and citations. Raw HTML is text. Never throws; takes linear
 * time.
 *
 * Link reference definitions (`[name]: url`) are plain text here, because a later definition would change
 * text that was already spoken.
 */
export function parseMarkdown(markdown: string, sourceCount: number): readonly MarkdownToken[] {
  return parser.parse(markdown, { [SOURCE_COUNT]: sourceCount });
}

/** The tokens of a text parsed with its link definitions; null if it has none. */
export function parseDefining(markdown: string, sourceCount: number): readonly MarkdownToken[] | null {
  if (!mayDefine(markdown)) return null;
  const environment: Record<string, unknown> = { [SOURCE_COUNT]: sourceCount };
  const tokens = definingParser().parse(markdown, environment);
  return environment.references === undefined ? null : tokens;
}

function createParser(): MarkdownIt {
  const created = new Parser({ html: false, linkify: true });
  const { ruler } = created.block;
  ruler.at('reference', withoutReservedLabels(findRule('reference')));
  created.disable(['reference', 'html_block', 'html_inline', 'replacements', 'smartquotes']);
  ruler.at('table', withoutSpokenHeads(findRule('table')), { alt: ['paragraph', 'reference'] });
  // URLs are checked by `linkRule`. Refusing one here would leave the raw `[text](url)` in the answer.
  created.validateLink = () => true;
  // An address is shown as it was written: decoding `%20` or `xn--` would change quoted text.
  created.normalizeLinkText = (text) => text;
  // Only e-mail addresses and URLs with a scheme are links: `README.md` and `127.0.0.1` are names in a
  // sentence.
  created.linkify.set({ fuzzyLink: false, fuzzyIP: false });
  created.linkify.add('ftp:', null).add('//', null);
  for (const scheme of ['http:', 'https:']) created.linkify.add(scheme, { validate: matchBareUrl });
  created.inline.ruler.before('newline', 'mark_limit', markLimitRule);
  created.inline.ruler.before('link', CITATION_TOKEN, citationRule);
  created.inline.ruler.before('escape', MATH_TOKEN, mathRule);
  created.core.ruler.after('inline', TASK_BOX_TOKEN, taskBoxRule);
  created.core.ruler.push('readable_text', readableTextRule);
  created.core.ruler.push('allowed_links', linkRule);
  return created;
}

type Linkify = MarkdownIt['linkify'];

/** Length of the bare URL at `at`, without its scheme. */
function matchBareUrl(text: string, at: number, linkify: Linkify): number {
  const pattern = linkify.re.get_http_validator();
  pattern.lastIndex = at;
  const url = pattern.exec(text)?.[0] ?? '';
  const end = url.search(URL_END);
  return end === -1 ? url.length : end;
}

/** The beginnings of allowed link URLs, in any case. Relative ones would point into the page. */
export const ALLOWED_URL_STARTS: readonly string[] = ['http://', 'https://', 'mailto:'];

/** Core rule of the Markdown parser: removes characters that were written as entities, such as `&#x202e;`. */
function readableTextRule({ src, tokens }: StateCore): void {
  if (!src.includes('&')) return;
  for (const { children } of tokens)
    for (const token of children ?? [])
      if (token.type === 'text') token.content = withoutUnreadable(token.content);
}

/** Core rule of the parser: hides the tokens of links to other URLs, so that only the text shows. */
function linkRule(state: StateCore): void {
  for (const { children } of state.tokens) {
    let hidden = false;
    for (const token of children ?? []) {
      if (token.type === 'link_open') hidden = !isAllowedUrl(String(token.attrGet('href') ?? ''));
      if (token.type === 'link_open' || token.type === 'link_close') token.hidden = hidden;
    }
  }
}

/** True when a link may have this URL. Takes the exact string that is written into the attribute. */
function isAllowedUrl(url: string): boolean {
  return ALLOWED_URL_STARTS.some((start) => url.slice(0, start.length).toLowerCase() === start);
}

type BlockRule = Parameters<MarkdownIt['block']['ruler']['at']>[1];

/** One of the parser's own rules for blocks. */
function findRule(name: string): BlockRule {
  const { ruler } = new Parser().block;
  ruler.enableOnly(name);
  const [rule] = ruler.getRules('');
  if (rule === undefined) throw new Error(`the parser has no rule ${name}`);
  return rule;
}

/** Labels with another meaning: citations, footnotes, task boxes. */
const RESERVED = /^\[\s*(?:[\d\s,;–-]*|\^[^\]]*|x)\]/i;
/** Enough of a line to recognise such a label. */
const LABEL_CHARS = 200;
/** Where a definition may begin: after spaces, quote marks and list markers. */
const MAY_DEFINE = /^[ \t>*+\-\d.)]*(\[(?:[^[\]\\]|\\.){1,999}\]):/gm;

/** Whether any line of the Markdown may define a link; quickly false for nearly every answer. */
export function mayDefine(markdown: string): boolean {
  if (!markdown.includes(']:')) return false;
  for (const [, label = ''] of markdown.matchAll(MAY_DEFINE)) if (!RESERVED.test(label)) return true;
  return false;
}

/**
 * The parser's rule for link reference definitions (CommonMark 4.7), except definitions with the label of a
 * citation, a footnote or a task box: one of these could redirect every `[1]` or every ticked box.
 */
function withoutReservedLabels(definition: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    const isReserved = RESERVED.test(state.src.slice(start, start + LABEL_CHARS));
    return !isReserved && definition(state, startLine, endLine, silent);
  };
}

/** The end of a sentence, or a colon. */
const STOP = /[\p{Sentence_Terminal}…:]/u;

/**
 * The parser's rule for tables, except tables whose header row begins with a complete sentence. Such a
 * sentence was already spoken when the first `|` arrived, so it cannot become part of a table. GFM allows
 * such header rows; nearly all header rows begin with `|` and are not affected.
 */
function withoutSpokenHeads(table: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    const line = state.src.slice(
      (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0),
      state.eMarks[startLine],
    );
    const column = line.indexOf('|');
    return column >= 0 && !STOP.test(line.slice(0, column)) && table(state, startLine, endLine, silent);
  };
}

const OPENING_BRACKET = 0x5b;
const CITATION = /\[(?:(\d{1,3})|\[(\d{1,3})\])\]/y;

/** The key of the number of sources in the parse environment. */
const SOURCE_COUNT = 'sourceCount';

/** Inline rule: `[n]` and `[[n]]` if there is a source n, before the rules for links and images. */
function citationRule(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== OPENING_BRACKET) return false;
  CITATION.lastIndex = state.pos;
  const match = CITATION.exec(state.src);
  if (match === null || state.pos + match[0].length > state.posMax) return false;
  const index = Number(match[1] ?? match[2]);
  if (index < 1 || index > Number(state.env[SOURCE_COUNT] ?? 0)) return false;
  if (!silent) {
    const token = state.push(CITATION_TOKEN, '', 0);
    token.content = `[${index}]`;
    token.meta = { index, to: state.pos + match[0].length };
  }
  state.pos += match[0].length;
  return true;
}

/** The alternative text of an image, without markup. */
export function alternativeText(image: MarkdownToken): string {
  let text = '';
  for (const token of image.children ?? []) {
    if (token.type === 'image') text += alternativeText(token);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else text += token.content;
  }
  return text;
}

/** The longest formula in characters. Bounds the search for the closing delimiter. */
const MAX_LENGTH = 400;
/** A command, index, power, relation, `31{,}5`, `a + b`, or only a letter or number; not `$5 and $6`. */
const LOOKS_LIKE_MATH = /[\\^_=]|\{,\}|^[A-Za-z]$|^\d+(?:[.,]\d+)*$|[A-Za-z0-9]\s?[+*/<>≤≥≈]\s?[A-Za-z0-9]/;
/** Escaped brackets with only signs between them (`\[\\\]`) are not a formula. */
const SAYABLE = /[\p{L}\p{N}]/u;
/** A formula has no end of a sentence: a sentence already spoken cannot become part of a formula. */
const SENTENCE_END = /[\p{Sentence_Terminal}…]\s|[。！？｡]/u;

const DELIMITERS: Readonly<Record<string, string>> = { $$: '$$', '\\(': '\\)', '\\[': '\\]', $: '$' };

const ENVIRONMENT = /\\begin\{(?:align|aligned|equation|gather|cases|split|array|[bpv]?matrix)\*?\}/y;

/** The start of a formula without delimiters at this place: `\begin{align}`. */
function environmentAt(text: string, at: number): string | undefined {
  ENVIRONMENT.lastIndex = at;
  return ENVIRONMENT.exec(text)?.[0];
}

/** Inline rule: `$..$`, `$$..$$`, `\(..\)` and `\[..\]`, so that `_` and `*` in them are no emphasis. */
function mathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const mark = src.charAt(pos);
  if (mark !== '$' && mark !== '\\') return false;
  const two = src.slice(pos, pos + 2);
  const environment = environmentAt(src, pos);
  const open = environment ?? (DELIMITERS[two] === undefined ? mark : two);
  const close = environment?.replace('begin', 'end') ?? DELIMITERS[open];
  if (close === undefined) return false;
  const from = pos + open.length;
  const length = src.slice(from, Math.min(posMax, from + MAX_LENGTH)).indexOf(close);
  if (length === -1) return false;
  const content = src.slice(from, from + length);
  const end = from + length + close.length;
  if (!LOOKS_LIKE_MATH.test(content.trim()) || !SAYABLE.test(content) || SENTENCE_END.test(content))
    return false;
  if (open === '$' && (/^\s|\s$/.test(content) || /\d/.test(src.charAt(end)))) return false;
  if (!silent) {
    const token = state.push(MATH_TOKEN, '', 0);
    token.content = open + content + close;
    token.markup = open;
    token.meta = { tex: content };
  }
  state.pos = end;
  return true;
}
