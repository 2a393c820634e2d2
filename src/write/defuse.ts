import { BRACKET_WORDS, ROLES, TAG_NAMES } from './chat-tokens.ts';

/**
 * Characters nobody sees and that carry hidden text or turn the reading direction: soft hyphen, zero-width characters,
 * bidi controls, fillers, variation selectors, tag characters. The zero-width joiners stay behind a letter of the
 * Arabic and Indic scripts, where they are spelling.
 */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u180b-\u180f]|[\ufe00-\ufe0f]|\u034f|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?<![\u0600-\u0dff])[\u200c\u200d]/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Signs that look like `|` and like `/`. */
const BAR = '[|｜¦│❘ǀ∣]';
const SLASH = '[/／⁄∕\\\\]';
/** A word in narrow or wide letters. */
const spelt = (word: string) =>
  word.replace(/[a-z]/g, (letter) => `[${letter}${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}]`);
const anyOf = (words: readonly string[]) => words.map(spelt).join('|');

const NUMBERS = '\\p{Nd}{1,3}(?:\\s*[,;–-]\\s*\\^?\\p{Nd}{1,3})*';

const BARRED = `[<＜﹤]${BAR}[^<>＜＞﹤﹥\\n]{1,60}${BAR}[>＞﹥]`;
/** Some templates have a bar at one end only: `<|turn>` begins what `<turn|>` ends. */
const HALF_BARRED = `[<＜﹤](?:${BAR}[\\p{L}\\p{N}_-]{1,60}|[\\p{L}\\p{N}_-]{1,60}${BAR})[>＞﹥]`;
/** Blanks inside a token; without a bound, many of them would take time by their number squared. */
const GAP = '\\s{0,20}';
const TAG = `[<＜﹤]{1,2}${GAP}${SLASH}?${GAP}(?:${anyOf(TAG_NAMES)})(?![\\p{L}\\p{N}_-])`;
const BRACKETED = `[[［]${GAP}${SLASH}?${GAP}(?:${anyOf(BRACKET_WORDS)})${GAP}[\\]］]`;
/** Some models write `【1†source】`. */
const CITATION = `[[［【〔]${GAP}(?:sources?${GAP}:?${GAP})?\\^?${NUMBERS}${GAP}(?:†[^\\]］】〕\\n]{0,30})?[\\]］】〕]`;
const ACTIVE = new RegExp(`${BARRED}|${HALF_BARRED}|${TAG}|${BRACKETED}|${CITATION}`, 'giu');

/** What may stand before a speaker: blanks of every width, marks of quotes and lists, which go. */
const BEFORE_ROLE = '([^\\S\\n]*)(?:(?:[>*•-]|\\d{1,2}[.)])[^\\S\\n]+)?(?:#{1,6}[^\\S\\n]*)?(?:\\*\\*|__)?';
const ROLE_HEADING = new RegExp(
  `^${BEFORE_ROLE}(${anyOf(ROLES)})(?:\\*\\*|__)?[^\\S\\n]*(?:[:：](?:\\*\\*|__)?|$)`,
  'gimu',
);

const INERT: Readonly<Record<string, string>> = {
  '<': '‹',
  '＜': '‹',
  '﹤': '‹',
  '>': '›',
  '＞': '›',
  '﹥': '›',
  '[': '(',
  '［': '(',
  '【': '(',
  '〔': '(',
  ']': ')',
  '］': ')',
  '】': ')',
  '〕': ')',
};

/**
 * Text from strangers, made fit to stand in a prompt: nothing invisible, nothing that reads as our delimiter, as a
 * token of a chat template, as the heading of a speaker or as a citation. What a reader sees stays readable:
 * `<|im_end|>` becomes `‹|im_end|›`, `[3]` becomes `(3)`, `System: do` becomes `System – do`.
 */
export function defuse(text: string): string {
  // In this order: a heading that loses its marks may leave a tag behind it.
  return withoutInvisible(text).replace(ROLE_HEADING, '$1$2 –').replace(ACTIVE, toInert);
}

/** The text without characters that nobody sees; line ends are `\n`, other control characters blanks. */
export function withoutInvisible(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '').replace(/\r\n?/g, '\n').replace(CONTROL, ' ');
}

function toInert(token: string): string {
  return token.replace(/[<>[\]＜＞﹤﹥［］【】〔〕]/g, (bracket) => INERT[bracket] ?? ' ');
}
