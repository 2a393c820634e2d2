/** The length of a run that counts as the same text elsewhere, and the share of the runs that is compared. */
const RUN_WORDS = 5;
const EVERY = 4;
const SPACE = 32;
const PRIME = 16_777_619;

/**
 */
export function repeatsIn(texts: readonly string[]): {
  readonly earlier: number[];
  readonly later: number[];
} {
  const runs = texts.map(runsIn);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [at, list] of runs.entries()) {
    for (const run of list) {
      if (!first.has(run)) first.set(run, at);
      last.set(run, at);
    }
  }
  const shareOf = (list: readonly number[], isRepeated: (run: number) => boolean) =>
    list.length === 0 ? 0 : list.filter(isRepeated).length / list.length;
  return {
    earlier: runs.map((list, at) => shareOf(list, (run) => (first.get(run) ?? at) < at)),
    later: runs.map((list, at) => shareOf(list, (run) => (last.get(run) ?? at) > at)),
  };
}

/** Hashes (FNV-1a) of runs of words: of about every fourth run, the same ones in every text. */
function runsIn(text: string): number[] {
  const runs: number[] = [];
  if (text.length < 2 * RUN_WORDS) return runs;
  /** The hashes of the last words; the word after them takes the place of the first. */
  const last = new Int32Array(RUN_WORDS);
  let words = 0;
  let word = 7;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    if (code !== SPACE) {
      word = Math.imul(word ^ code, PRIME);
      continue;
    }
    last[words % RUN_WORDS] = word;
    words++;
    word = 7;
    if (words < RUN_WORDS) continue;
    let run = 7;
    for (let each = 0; each < RUN_WORDS; each++)
      run = Math.imul(run ^ (last[(words + each) % RUN_WORDS] as number), PRIME);
    if ((run >>> 8) % EVERY === 0) runs.push(run);
  }
  return runs;
}
