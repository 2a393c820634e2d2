import type { Element } from 'domhandler';
import type { BlockKind, Place } from './article.ts';

/** A run of text that visitors see as one unit. */
export type Line = {
  kind: BlockKind;
  text: string;
  place: Place;
  /** 1 to 6 for headings, else 0. */
  readonly level: number;
  /** The block-level element around it. */
  readonly element: Element;
  /** The characters of its text in links. */
  linkChars: number;
  /** Whether it was put together from several short lines. */
  isGroup: boolean;
  /** The level of the heading that a group begins with; else 0. */
  readonly headLevel: number;
  /** What it is the value of: a `dt`, the heads of its row and column. They are in its text, too. */
  labels: readonly string[];
};

/** Longer lines are text; shorter ones may be labels and values. */
export const MAX_SHORT_CHARS = 100;
/** Short lines in one element become a line of at most this length. */
export const MAX_GROUP_CHARS = 160;
const MAX_LABEL_CHARS = 60;
export const HAS_WORD: RegExp = /[\p{L}\p{N}]/u;
const ENDS_SENTENCE = /[.!?…。！？।][)"'”’»]*$/u;

/** Whether a text ends like a sentence. */
export function endsSentence(text: string): boolean {
  return ENDS_SENTENCE.test(text);
}

/** A value behind its label, such as "Weight: 9 kg". */
export function withLabel(label: string, value: string): string {
  if (label === '' || label === value) return value;
  return label + separatorBehind(label) + value;
}

/** What stands between a label and its value. */
export function separatorBehind(label: string): string {
  // Signs alone, such as "🔍", are no label.
  if (!HAS_WORD.test(label)) return ' ';
  // Behind "How heavy? " a sentence would begin, and the value would stand alone.
  if (/[?!？！]$/.test(label)) return ': ';
  return /[\p{Po}\p{Pd}…]$/u.test(label) && !/[%"&]$/.test(label) ? ' ' : ': ';
}

/** Short texts of one element as one line: the first is the label of the others, unless it has one itself. */
export function joinShort(texts: readonly string[]): string {
  const [first = '', ...rest] = texts;
  const isLabel = first.length <= MAX_LABEL_CHARS && !first.includes(': ');
  let line = first;
  for (const [at, text] of rest.entries())
    line += (at === 0 && isLabel ? separatorBehind(line) : separatorBehind(line).replace(':', ',')) + text;
  return line;
}
