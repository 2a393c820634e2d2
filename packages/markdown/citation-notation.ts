import { LINE_PREFIX, type Line, type Lookahead } from './block-structure.ts';

/** One citation as the model wrote it. */
export type CitationGroup = {
  readonly length: number;
  /** The existing sources it names, in order, without repeats. */
  readonly numbers: readonly number[];
};

type GroupPlace = { readonly before: string; readonly sourceCount: number; readonly mayGrow: boolean };

/** The longest citation in characters; longer text in brackets is ordinary text. */
export const MAX_GROUP_CHARS = 64;

const BLANK = '[ \\t]*';
const DASH = '\\-–—‑−';
const TAIL = '(?:(?::\\d{1,3})?†[^\\]】］\\n,;†]{0,40})?';
const ITEM = `(?:sources?${BLANK}:?${BLANK})?\\^?\\d{1,3}\\^?${TAIL}`;
const LIST = `${ITEM}(?:${BLANK}[,;，、&${DASH}]${BLANK}${ITEM}|[ \\t]+${ITEM})*`;
const SQUARE = `\\\\?\\[${BLANK}${LIST}${BLANK}\\\\?\\]`;
const WIDE = `[【［]${BLANK}${LIST}${BLANK}[】］]`;
const NESTED = `\\[${BLANK}${SQUARE}(?:[ \\t,;]*${SQUARE})*${BLANK}\\]`;

/**
 * Keep all alike: `beginning` is the start of a group before its bracket closes, `nestedBeginning` that of a
 * nested one after its first bracket.
 */
const GROUP = {
  whole: new RegExp(`^(?:${SQUARE}|${WIDE}|${NESTED})`, 'i'),
  beginning: /^(?:\\|\\?[[【［][ \t[\\]*(?:s[a-z]{0,6}[ \t:]*)?(?:\^|\^?\d[^\]】］\n]*)?)$/i,
  nestedBeginning: new RegExp(`^\\[${BLANK}(?:${SQUARE}[ \\t,;]*)+(?:\\\\|\\\\?\\[[^\\]\\n]*)?$`, 'i'),
};
/** A list with zero is an interval or a vector, because no source has that number. */
const INTERVAL = /^\\?\[[^\]]*(?<![\d:])0+(?!\d)[^\]]*,|^\\?\[[^\]]*,[^\]]*(?<![\d:])0+(?!\d)/;
/** Several numbers in one bracket: citations, or the values of a vector. */
const VALUES = /^\\?\[[ \t]*\d{1,3}(?:[ \t]*,[ \t]*\d{1,3})+[ \t]*\\?\]/;
const MATRIX = /^\\?\[[ \t]*\[[^\]]*,[^\]]*\][ \t]*,[ \t]*\[/;
/** Signs before a value: `v = [1, 2]`, `x ∈ [1, 2]`, and the bracket of a matrix. */
const BEFORE_VALUES = /[=∈∉⊂⊆∪∩×·<>≤≥[][ \t]*$/;
/** What follows values and no citation, which ends a clause: a word, a member, the bracket of a matrix. */
const BEHIND_VALUES = /^(?:[ \t]+[\p{L}\p{N}]|\.\p{L}|[ \t]?\])/u;
/** How much of the text behind a group decides. */
export const BEHIND_CHARS = 2;

/**
 * Reads the citation that `text` begins with: `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[Source 1]`, `[[1]]`,
 * `\[1\]`, `【1】`, `【1†source】`. Numbers have at most three digits, so `[2024]` is not a citation. Several numbers
 * in one bracket are a citation only at the end of a clause: `the vector [1, 2] has` and `v = [1, 2]` stay.
 * @param before the end of the text before `text`
 * @param mayGrow whether more text may follow `text`
 */
export function readCitationGroup(
  text: string,
  { before, sourceCount, mayGrow }: GroupPlace,
): Lookahead<CitationGroup> {
  const window = text.slice(0, MAX_GROUP_CHARS);
  const match = GROUP.whole.exec(window);
  if (match !== null && (INTERVAL.test(match[0]) || MATRIX.test(match[0]) || isIndex(match[0], before)))
    return null;
  if (match !== null && VALUES.test(window)) {
    const behind = text.slice(match[0].length, match[0].length + BEHIND_CHARS);
    if (BEFORE_VALUES.test(before) || BEHIND_VALUES.test(behind)) return null;
    if (behind.length < BEHIND_CHARS && mayGrow) return 'needs more';
  }
  if (match !== null) return { length: match[0].length, numbers: numbersIn(match[0], sourceCount) };
  const undecided = mayGrow && text.length < MAX_GROUP_CHARS;
  return undecided && (GROUP.beginning.test(window) || GROUP.nestedBeginning.test(window))
    ? 'needs more'
    : null;
}

/** `dp[i][0]`: no source has the number 0. */
const isIndex = (group: string, before: string) =>
  /^\[0+\]$/.test(group) && /[\p{L}\p{N}_\])]$/u.test(before);

function numbersIn(group: string, sourceCount: number): number[] {
  const numbers = new Set<number>();
  const plain = group.replace(/(?::\d{1,3})?†[^\]】］,;]*/g, '');
  for (const match of plain.matchAll(/(\d{1,3})(?:\^?[ \t]*[-–—‑−][ \t]*\^?(\d{1,3}))?/g)) {
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    if (last < first) for (const number of [first, last]) numbers.add(number);
    for (let number = first; number <= Math.min(last, sourceCount); number++) numbers.add(number);
  }
  return [...numbers].filter((number) => number >= 1 && number <= sourceCount);
}

/** How many characters to examine to distinguish a link target from words in brackets. */
export const TARGET_WINDOW_CHARS = 64;

const TARGET_START = /^\([ \t]*(?:[</#?]|www\.|[a-z][a-z0-9+.-]{1,31}:\S)/i;
const DESTINATION = /^\S*(?:[ \t]+["'(].*)?$/;

/**
 * Whether the `(` at the start of `text` opens a link target, as in `[1](https://...)`, rather than words in
 * brackets, as in `[1] (see below)`: true, null for no, or 'needs more' when the decision needs more text.
 */
export function readLinkTarget(text: string, mayGrow: boolean): Lookahead<true> {
  if (text === '') return mayGrow ? 'needs more' : null;
  if (!text.startsWith('(')) return null;
  const window = text.slice(0, TARGET_WINDOW_CHARS);
  if (TARGET_START.test(window)) return true;
  const end = window.search(/[)\n]/);
  if (end === -1 && text.length < TARGET_WINDOW_CHARS) return mayGrow ? 'needs more' : null;
  if (end === -1) return /[ \t]/.test(window) ? null : true;
  return window[end] === ')' && DESTINATION.test(window.slice(1, end)) ? true : null;
}

/** Keep both alike: `beginning` is a line that may still become a `whole` one. */
const DEFINITION = {
  whole: /^\\?\[(\^?)\d{1,3}\\?\]:[ \t]*(\S*)[ \t]*([^\r\n]*)\r?$/,
  beginning: /^(?:\\|\\?\[(?:\^|\^?\d{1,3}(?:\\|\\?\](?::.*)?)?)?)?$/s,
};
const URL_LIKE = /^<|:\/\/|^www\./;

/**
 * Whether the line defines the link target of `[n]`, or is an entry of a list of sources in that form: `[1]:
 * https://...`, `[^1]: ...`. Models invent both, and the first would redirect every citation of that number
 * (CommonMark 4.7).
 */
export function readDefinition(line: Line): Lookahead<true> {
  const content = line.text.replace(LINE_PREFIX, '');
  if (!line.isWhole) return DEFINITION.beginning.test(content) ? 'needs more' : null;
  const match = DEFINITION.whole.exec(content);
  if (match === null) return null;
  const [, footnote = '', target = '', rest = ''] = match;
  const defines =
    footnote !== '' || target === '' || URL_LIKE.test(target) || rest === '' || /^["'(]/.test(rest);
  return defines ? true : null;
}
