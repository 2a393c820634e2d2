import { charCodesOf } from './char-codes.ts';

/** Counts of characters in a text. */
export type Marks = {
  readonly words: number;
  readonly digits: number;
  readonly capitals: number;
  readonly commas: number;
  readonly stops: number;
};

const COMMAS: ReadonlySet<number> = codesOf(',，、،');
const STOPS: ReadonlySet<number> = codesOf('.!?。！？');
const SPACE = 32;
const [DIGIT_0, DIGIT_9] = [48, 57];
const [CAPITAL_A, CAPITAL_Z] = [65, 90];
const [SMALL_A, SMALL_Z] = [97, 122];
const LAST_ASCII = 127;

/** Counts words, which spaces separate, digits, capital letters and punctuation, in one pass. */
export function countMarks(text: string): Marks {
  let words = 1;
  let digits = 0;
  let capitals = 0;
  let commas = 0;
  let stops = 0;
  /** The text in lower case, set only if it has letters beyond ASCII; its length may differ. */
  let lower: string | null = null;
  const codes = charCodesOf(text);
  for (let at = 0; at < text.length; at++) {
    const code = codes[at] as number;
    if (code >= SMALL_A && code <= SMALL_Z) continue;
    if (code === SPACE) words++;
    else if (code >= CAPITAL_A && code <= CAPITAL_Z) capitals++;
    else if (code >= DIGIT_0 && code <= DIGIT_9) digits++;
    else {
      if (code > LAST_ASCII) lower ??= text.toLowerCase();
      if (code > LAST_ASCII && lower?.length === text.length && code !== lower.charCodeAt(at)) capitals++;
      else if (COMMAS.has(code)) commas++;
      else if (STOPS.has(code)) stops++;
    }
  }
  const isComparable = lower === null || lower.length === text.length;
  return { words, digits, capitals: isComparable ? capitals : 0, commas, stops };
}

function codesOf(marks: string): Set<number> {
  return new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));
}
