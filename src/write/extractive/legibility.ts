import { isStopWord } from '../../core/words.ts';
import { isCode, isFullOfSigns } from './code.ts';
import { COMMANDS, COPULAS, POINTERS, PROGRAMS, REMARKS } from './reading-words.ts';

const FINISHED = /[\p{Sentence_Terminal}…]["'”’»」』）)\]]*$/u;
const ASKS = /[?？؟]["'”’»」』）)\]]*$/u;
/** The start of a text that begins in the middle of a sentence, as snippets do. */
const CUT_OFF = /^\p{Ll}/u;
/** The end of a sentence that introduces a list or code, which is not part of the sentence. */
const PROMISES = /[:：]$/u;
/** The name of a release: such a sentence may be outdated. */
const RELEASE = /(?<![\p{L}\p{N}])v\d+(?:\.[\dx*]+)*(?![\p{L}\p{N}])/u;
const SMALL_LETTER = /^\p{Ll}/u;
const SHOWN_WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const ADDRESS = /https?:\/\//i;
const BRACKETS = /[()[\]{}（）「」『』]/g;
const CLOSING: Readonly<Record<string, string>> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '（': '）',
  '「': '」',
  '『': '』',
};

const copulas = new Set(COPULAS.split(/\s+/u));
const REMARK = beginningWith(REMARKS.split(/\s+/u), '\\s?[:!：]');
const POINTER = beginningWith(POINTERS.split(/,\s+/u), '(?![\\p{L}\\p{N}])');
const PROGRAM = alternatives(PROGRAMS.split(/\s+/u));
const COMMAND = new RegExp(
  `^[$>#]?\\s?(?:sudo )?(?:${PROGRAM}) (?:(?:${alternatives(COMMANDS.split(/\s+/u))})(?![\\p{L}\\p{N}])|--?[A-Za-z])`,
  'u',
);

/** Below this, a sentence is quoted only if there is nothing better. */
export const LEAST_LEGIBLE = 0.5;

/** True for a question and for a heading; they announce what the sentence after them is about. */
export function isHeading(text: string): boolean {
  return ASKS.test(text) || !FINISHED.test(text);
}

/** True for a line to type into a terminal: "npm install sayso". */
export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

/**
 * How well a sentence reads alone, between 0 and 1; `words` are its words (`toWords`). Plain sentences score
 * 1; fragments, headings, long sentences and bare addresses score less. Questions, code, commands, side
 * notes, references to other places, text that is cut off inside brackets, and text of fewer than four words
 * score below `LEAST_LEGIBLE`.
 */
export function legibility(text: string, words: readonly string[]): number {
  let share = 1;
  if (ASKS.test(text)) share *= 0.4;
  else if (!FINISHED.test(text)) share *= PROMISES.test(text) ? 0.45 : 0.75;
  if (CUT_OFF.test(text)) share *= 0.85;
  if (words.length < 4) share *= 0.45;
  if (words.length > 45) share *= 0.85;
  if (!words.some(isStopWord)) share *= 0.8;
  if (ADDRESS.test(text) || RELEASE.test(text)) share *= 0.8;
  if (isLabel(text, words)) share *= 0.6;
  if (isCode(text) || isFullOfSigns(text, words.length) || isCommand(text)) share *= 0.4;
  if (REMARK.test(text) || POINTER.test(text)) share *= 0.4;
  if (!isBalanced(text)) share *= 0.45;
  return share;
}

/**
 * Whether a text is a title such as "Tutorial: Building UI with Preact.": every content word is capitalised,
 * and there is no form of "to be".
 */
function isLabel(text: string, words: readonly string[]): boolean {
  if (words.length > 10 || words.some((word) => copulas.has(word))) return false;
  const own = (text.match(SHOWN_WORD) ?? []).filter((word) => !isStopWord(word.toLowerCase()));
  return own.some((word) => /^\p{Lu}/u.test(word)) && !own.some((word) => SMALL_LETTER.test(word));
}

/** False if a bracket has no partner: the sentence was cut off inside brackets, or is not a sentence. */
function isBalanced(text: string): boolean {
  const open: string[] = [];
  for (const [bracket] of text.matchAll(BRACKETS)) {
    const closing = CLOSING[bracket];
    if (closing !== undefined) open.push(closing);
    else if (open.pop() !== bracket) return false;
  }
  return open.length === 0;
}

function beginningWith(phrases: readonly string[], end: string): RegExp {
  return new RegExp(`^(?:please )?(?:${alternatives(phrases)})${end}`, 'iu');
}

function alternatives(phrases: readonly string[]): string {
  return phrases.map((phrase) => phrase.replace(/\s+/gu, '\\s')).join('|');
}
