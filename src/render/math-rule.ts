import type { StateInline } from 'markdown-it';

/** The longest formula, in characters; what is longer is text. Keeps the search for the closing mark short. */
const MAX_LENGTH = 400;
/** A formula has a command, an index, a power or a relation in it, or it is one letter; `$5 and $6` has not. */
const LOOKS_LIKE_MATH = /[\\^_=]|^[A-Za-z]$|[A-Za-z0-9]\s?[+*/]\s?[A-Za-z0-9]/;
/** Escaped brackets with nothing but signs between them (`\[\\\]`) are none. */
const SAYABLE = /[\p{L}\p{N}]/u;
/** No sentence ends in a formula; and what was already said aloud cannot become part of one. */
const SENTENCE_END = /[\p{Sentence_Terminal}…]\s|[。！？｡]/u;

const DELIMITERS: Readonly<Record<string, string>> = { $$: '$$', '\\(': '\\)', '\\[': '\\]', $: '$' };

/** Name of the formula's token; its `content` is the formula with its marks, as the HTML shows it, `meta.tex` what stands between. */
export const MATH_TOKEN = 'math';

const ENVIRONMENT = /\\begin\{(?:align|aligned|equation|gather|cases|split|array|[bpv]?matrix)\*?\}/y;

/** The opening of a formula that is not marked otherwise: `\\begin{align}`. */
function environmentAt(text: string, at: number): string | undefined {
  if (!text.startsWith('\\begin{', at)) return undefined;
  ENVIRONMENT.lastIndex = at;
  return ENVIRONMENT.exec(text)?.[0];
}

/** Inline rule of the Markdown parser: `$..$`, `$$..$$`, `\(..\)` and `\[..\]`, so that no `_` or `*` of a formula is emphasis. */
export function mathRule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const mark = src.charAt(pos);
  if (mark !== '$' && mark !== '\\') return false;
  const two = src.slice(pos, pos + 2);
  const open = environmentAt(src, pos) ?? (DELIMITERS[two] === undefined ? mark : two);
  const close = DELIMITERS[open] ?? (open.length > 2 ? open.replace('begin', 'end') : undefined);
  if (close === undefined) return false;
  const from = pos + open.length;
  const length = src.slice(from, Math.min(posMax, from + MAX_LENGTH)).indexOf(close);
  if (length < 1) return false;
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
