/** Shares of a page's shingles: found, wrongly returned, missed. They add up to 1. */
export type ShingleScore = {
  readonly found: number;
  readonly wrong: number;
  readonly missed: number;
};

/** Precision, recall and their harmonic mean, 0 to 1. */
export type F1 = { readonly precision: number; readonly recall: number; readonly f1: number };

const TOKEN = /[\p{L}\p{N}_]+/gu;
const SHINGLE_TOKENS = 4;

/** How many runs of four words two texts share, as Scrapinghub's article-extraction-benchmark counts them. */
export function scoreShingles(wanted: string, got: string): ShingleScore {
  const expected = countShingles(wanted);
  const returned = countShingles(got);
  let [found, wrong, missed] = [0, 0, 0];
  for (const shingle of new Set([...expected.keys(), ...returned.keys()])) {
    const [due, there] = [expected.get(shingle) ?? 0, returned.get(shingle) ?? 0];
    found += Math.min(due, there);
    wrong += Math.max(0, there - due);
    missed += Math.max(0, due - there);
  }
  const all = Math.max(1, found + wrong + missed);
  return { found: found / all, wrong: wrong / all, missed: missed / all };
}

/**
 * Means over the pages; a page without output does not count for precision, one without truth not for recall.
 */
export function meanOverPages(pages: readonly ShingleScore[]): F1 {
  const precision = mean(
    pages.filter(({ found, wrong }) => found + wrong > 0).map(({ found, wrong }) => found / (found + wrong)),
  );
  const recall = mean(
    pages
      .filter(({ found, missed }) => found + missed > 0)
      .map(({ found, missed }) => found / (found + missed)),
  );
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function countShingles(text: string): Map<string, number> {
  const tokens = text.match(TOKEN) ?? [];
  const counts = new Map<string, number>();
  const last = Math.max(0, tokens.length - SHINGLE_TOKENS);
  for (let at = 0; at <= last && tokens.length > 0; at++) {
    const shingle = tokens.slice(at, at + SHINGLE_TOKENS).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
