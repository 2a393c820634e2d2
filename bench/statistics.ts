/** The median of some figures; for an even number, the mean of the middle two. NaN for none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** One figure of the minimum and of the service, measured in the same round. */
export type Pair = { readonly floor: number; readonly service: number };

/** The ratio of the service's figure to the minimum's. */
export type Comparison = 'ratio' | 'difference' | 'service alone';

/** The value of a comparison in one round. */
export function compare({ floor, service }: Pair, comparison: Comparison): number {
  if (comparison === 'ratio') return service / floor;
  return comparison === 'difference' ? service - floor : service;
}

/**
 * The value that a given share of some figures does not exceed, by nearest rank: `percentile(figures, 0.99)`.
 * NaN for none.
 */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** Milliseconds of processor time, user and system, that the work takes in this process. */
export function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
