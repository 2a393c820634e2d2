import { charCodesOf } from './char-codes.ts';

/** The number of words in a run that counts as repeated text, and the share of runs that are compared. */
const RUN_WORDS = 5;
const EVERY = 4;
const SPACE = 32;
const PRIME = 16_777_619;

/** The share of each text, 0 to 1, that an earlier one has: about every fourth run of five words counts. */
export function repeatsIn(texts: readonly string[]): number[] {
  const known = new Set<number>();
  return texts.map((text) => {
    const runs = runsIn(text);
    const repeated = runs.filter((run) => known.has(run)).length;
    for (const run of runs) known.add(run);
    return runs.length === 0 ? 0 : repeated / runs.length;
  });
}

/** Hashes (FNV-1a) of runs of words: about every fourth run is chosen, the same runs in every text. */
function runsIn(text: string): number[] {
  const runs: number[] = [];
  if (text.length < 2 * RUN_WORDS) return runs;
  /** The hashes of the last five words; `word` is the current one. */
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let words = 0;
  let word = 7;
  const codes = charCodesOf(text);
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? (codes[at] as number) : SPACE;
    if (code !== SPACE) {
      word = Math.imul(word ^ code, PRIME);
      continue;
    }
    words++;
    if (words >= RUN_WORDS) {
      let run = Math.imul(7 ^ first, PRIME);
      run = Math.imul(run ^ second, PRIME);
      run = Math.imul(run ^ third, PRIME);
      run = Math.imul(run ^ fourth, PRIME);
      run = Math.imul(run ^ word, PRIME);
      if ((run >>> 8) % EVERY === 0) runs.push(run);
    }
    first = second;
    second = third;
    third = fourth;
    fourth = word;
    word = 7;
  }
  return runs;
}
