import { harmonic, type PageScore } from './page-score.ts';

/** The figures of a set, 0 to 1; NaN for measures that the set has no labels for. */
export type SetScore = {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly tokenF1: number;
  readonly segmentF1: number;
  /** The number of pages with text from which nothing was extracted. */
  readonly empty: number;
};

/**
 * Precision and recall are means over the pages that have them, F1 is the harmonic mean of the two; the F1 of
 * segments is over all segments of the set.
 */
export function scoreSet(pages: readonly PageScore[]): SetScore {
  const precision = mean(pages.map((page) => page.precision));
  const recall = mean(pages.map((page) => page.recall));
  const sum = { found: 0, wrong: 0, missed: 0 };
  for (const { segments } of pages) {
    sum.found += segments?.found ?? 0;
    sum.wrong += segments?.wrong ?? 0;
    sum.missed += segments?.missed ?? 0;
  }
  return {
    precision,
    recall,
    f1: harmonic(precision, recall),
    tokenF1: mean(pages.map((page) => page.tokenF1)),
    segmentF1: (2 * sum.found) / (2 * sum.found + sum.wrong + sum.missed),
    empty: pages.filter(({ isEmpty, hasText }) => isEmpty && hasText).length,
  };
}

/** The mean of the figures that are not null; NaN if there are none. */
export function mean(figures: readonly (number | null)[]): number {
  let [sum, number] = [0, 0];
  for (const figure of figures) {
    if (figure === null) continue;
    sum += figure;
    number++;
  }
  return number === 0 ? Number.NaN : sum / number;
}
