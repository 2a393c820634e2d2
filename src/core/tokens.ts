import { isOneToken } from './word-filter.ts';

// What each part of a text costs, fitted to o200k_base on English news so that the sum is seldom too low: names are dear, and the
// texts of a context share their names. Scripts other than Latin on short texts in 20 languages.
/** Up to here a word is one token, nearly always; the longest that is one has not many more than 20. */
const SHORT_LETTERS = 4;
const LONGEST_LETTERS = 24;
const WORD = 1;
/** A word that is no token, and each letter of it beyond the short. */
const SPLIT_WORD = 2.2;
const SPLIT_LETTER = 0.17;
const SPLIT_NAME = 2.2;
const SPLIT_NAME_LETTER = 0.28;
/** Acronyms, `camelCase`, encoded data. */
const CAPITALS = 1.2;
const CAPITALS_LETTER = 0.25;
const INNER_CAPITAL = 0.1;
/** A word that does not follow a blank: at the beginning, behind a mark. */
const GLUED = 0.15;
const DIGITS_PER_TOKEN = 3;
const DIGIT_GROUP = 1.15;
const MARK = 0.8;
const FURTHER_MARK = 0.7;
const FURTHER_BLANKS = 1;
const CONTROL = 0.5;

/** Costs of a character by script, up to and without the code unit named; the first that is above the character holds. */
const BY_SCRIPT: readonly (readonly [end: number, cost: number])[] = [
  [0x250, 0.6], // Latin beyond ASCII
  [0x1000, 0.47], // Greek and Cyrillic, Arabic, Indic, Thai
  [0x10a0, 0.95], // Burmese
  [0x1200, 0.47], // Georgian
  [0x1400, 2.1], // Ethiopic
  [0x2000, 0.85], // Khmer and others
  [0x2070, 1.1], // dashes, quotes, invisible marks
  [0x2e80, 1.6], // symbols
  [0x3040, 1.05],
  [0x3100, 0.85], // kana
  [0xac00, 1.05], // Han
  [0xd7b0, 0.85], // Hangul
  [0x10000, 1.6], // halves of emoji and rare characters, full-width forms
];

const [LETTERS, DIGITS, BLANKS, MARKS, CONTROLS, OTHERS] = [0, 1, 2, 3, 4, 5];

/** How many tokens a model will count for the text: `tokenCost` rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(tokenCost(text));
}

/**
 * How many tokens a model will count for the text, not rounded and rather too high (4 % on English), in one pass over it. Never less
 * for two texts apart than for both together, unless a word is cut. Counting exactly (BPE) takes 8 ms a question and a table of two
 * megabytes, and holds for one model only.
 */
export function tokenCost(text: string): number {
  let cost = 0;
  for (let from = 0; from < text.length; ) {
    const kind = kindOf(text.charCodeAt(from));
    let to = from + 1;
    while (to < text.length && kindOf(text.charCodeAt(to)) === kind) to++;
    cost += costOfRun(kind, text, from, to);
    from = to;
  }
  return cost;
}

function kindOf(code: number): number {
  if (code > 127) return OTHERS;
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTERS;
  if (code === 32) return BLANKS;
  if (code >= 48 && code <= 57) return DIGITS;
  return code < 32 ? CONTROLS : MARKS;
}

function costOfRun(kind: number, text: string, from: number, to: number): number {
  const length = to - from;
  if (kind === LETTERS) return costOfWord(text, from, to) + (text.charCodeAt(from - 1) === 32 ? 0 : GLUED);
  if (kind === BLANKS) return length === 1 ? 0 : FURTHER_BLANKS;
  if (kind === DIGITS) return costOfDigits(text, from, length);
  if (kind === MARKS) return MARK + (length - 1) * FURTHER_MARK;
  return kind === CONTROLS ? length * CONTROL : costOfOthers(text, from, to);
}

function costOfWord(text: string, from: number, to: number): number {
  const letters = to - from;
  const capitals = countCapitals(text, from, to);
  const isName = capitals > 0 && isCapital(text, from);
  const inner = capitals - Number(isName);
  if (inner > 0) return CAPITALS + (letters - 1) * CAPITALS_LETTER + inner * INNER_CAPITAL;
  if (letters <= SHORT_LETTERS) return WORD;
  if (letters <= LONGEST_LETTERS && isOneToken(text, from, to)) return WORD;
  const further = letters - SHORT_LETTERS - 1;
  return isName ? SPLIT_NAME + further * SPLIT_NAME_LETTER : SPLIT_WORD + further * SPLIT_LETTER;
}

function countCapitals(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (isCapital(text, at)) count++;
  return count;
}

function isCapital(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 90;
}

/** A blank before digits is a token of its own. */
function costOfDigits(text: string, from: number, length: number): number {
  const isApart = from === 0 || text.charCodeAt(from - 1) <= 32;
  return Math.ceil(length / DIGITS_PER_TOKEN) * DIGIT_GROUP + Number(isApart);
}

function costOfOthers(text: string, from: number, to: number): number {
  let cost = 0;
  for (let at = from; at < to; at++) cost += costOfCharacter(text.charCodeAt(at));
  return cost;
}

function costOfCharacter(code: number): number {
  for (const [end, cost] of BY_SCRIPT) if (code < end) return cost;
  return 1;
}
