import { charCodesOf } from './char-codes.ts';

/** Counts of words and characters in a text. */
export type Marks = {
  readonly words: number;
  readonly capitals: number;
  readonly stops: number;
};

const STOPS: ReadonlySet<number> = new Set(Array.from('.!?。！？', (mark) => mark.charCodeAt(0)));
const SPACE = 32;
const [CAPITAL_A, CAPITAL_Z] = [65, 90];
const [SMALL_A, SMALL_Z] = [97, 122];
const LAST_ASCII = 127;

/** Counts words, which spaces separate, capital letters and ends of sentences, in one pass. */
export function countMarks(text: string): Marks {
  let words = 1;
  let capitals = 0;
  let stops = 0;
  /** The text in lower case, set only if it has letters beyond ASCII; its length may differ. */
  let lower: string | null = null;
  const codes = charCodesOf(text);
  for (let at = 0; at < text.length; at++) {
    const code = codes[at] as number;
    if (code >= SMALL_A && code <= SMALL_Z) continue;
    if (code === SPACE) words++;
    else if (code >= CAPITAL_A && code <= CAPITAL_Z) capitals++;
    else {
      if (code > LAST_ASCII) lower ??= text.toLowerCase();
      if (code > LAST_ASCII && lower?.length === text.length && code !== lower.charCodeAt(at)) capitals++;
      else if (STOPS.has(code)) stops++;
    }
  }
  const isComparable = lower === null || lower.length === text.length;
  return { words, capitals: isComparable ? capitals : 0, stops };
}
