/** A mean with its 95 % interval. */
export type Interval = { readonly mean: number; readonly lower: number; readonly upper: number };

const RESAMPLES = 2000;
const TAIL = 0.025;

/**
 * The mean over groups of the means of their figures, with its interval by bootstrap over the figures of each
 * group (B. Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979). The same groups always give the
 * same interval.
 */
export function bootstrap(groups: readonly (readonly number[])[]): Interval {
  const random = createRandom();
  const means = Array.from({ length: RESAMPLES }, () =>
    meanOf(groups.map((group) => meanOf(group.map(() => group[Math.floor(random() * group.length)] ?? 0)))),
  ).sort((a, b) => a - b);
  return {
    mean: meanOf(groups.map(meanOf)),
    lower: means[Math.floor(TAIL * RESAMPLES)] ?? Number.NaN,
    upper: means[Math.ceil((1 - TAIL) * RESAMPLES) - 1] ?? Number.NaN,
  };
}

/** The mean of some figures; NaN for none. */
export function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

/** Numbers from 0 to 1 by a linear congruential generator (D. Knuth, "Seminumerical Algorithms", 3.3.4). */
function createRandom(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
