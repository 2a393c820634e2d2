import { once } from '@sayso/text/once.ts';
import type { StateInline } from 'markdown-it';
import Parser, { type MarkdownIt, type StateCore } from 'markdown-it/browser';
import { markLimitRule } from './mark-limit-rule.ts';
import type { MarkdownToken } from './markdown-token.ts';
import { CITATION_TOKEN, MATH_TOKEN, TASK_BOX_TOKEN } from './markdown-token.ts';
import { mathRule } from './math-rule.ts';
import { taskBoxRule } from './task-box-rule.ts';
import { withoutUnreadable } from './without-unreadable.ts';

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
