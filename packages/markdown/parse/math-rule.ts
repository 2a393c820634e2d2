import type { StateInline } from 'markdown-it';
import { MATH_TOKEN } from './markdown-token.ts';

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
export function mathRule(state: StateInline, silent: boolean): boolean {
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
