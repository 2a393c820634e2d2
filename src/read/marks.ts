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
const [SMALL_A, SMALL_Z] = [97, 122];

/** Counts words, which spaces separate, digits, capital letters and punctuation, in one pass. */
export function countMarks(text: string): Marks {
  let [words, digits, capitals, commas, stops] = [1, 0, 0, 0, 0];
  const lower = text.toLowerCase();
  const isComparable = lower.length === text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isComparable && code !== lower.charCodeAt(at)) capitals++;
    else if (code === SPACE) words++;
    else if (code >= DIGIT_0 && code <= DIGIT_9) digits++;
    else if (code < SMALL_A || code > SMALL_Z) {
      if (COMMAS.has(code)) commas++;
      else if (STOPS.has(code)) stops++;
    }
  }
  return { words, digits, capitals, commas, stops };
}

function codesOf(marks: string): Set<number> {
  return new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));
}
