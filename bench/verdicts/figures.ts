/** A claim with its score and its label. */
export type Scored = { readonly isSupported: boolean; readonly score: number };

const SAMPLES = 500;
const BINS = 10;

/** The probability that a supported claim has a higher score than another; ties count half. */
export function areaUnderCurve(rows: readonly Scored[]): number {
  const sorted = rows.toSorted((one, other) => one.score - other.score);
  let rankSum = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to++;
    rankSum += sorted.slice(from, to).filter(({ isSupported }) => isSupported).length * ((from + to + 1) / 2);
    from = to;
  }
  const positives = rows.filter(({ isSupported }) => isSupported).length;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (rows.length - positives));
}

/** The mean of the F1 of both labels with the threshold 0.5. */
export function macroF1(rows: readonly Scored[]): number {
  const count = (isSupported: boolean, isHigh: boolean) =>
    rows.filter((row) => row.isSupported === isSupported && row.score >= 0.5 === isHigh).length;
  const wrong = count(true, false) + count(false, true);
  const f1 = (right: number) => (2 * right) / (2 * right + wrong);
  return (f1(count(true, true)) + f1(count(false, false))) / 2;
}

/** The expected calibration error over ten bins of equal width (Naeini, Cooper and Hauskrecht 2015). */
export function calibrationError(rows: readonly Scored[]): number {
  const bins = Array.from({ length: BINS }, () => ({ scores: 0, supported: 0 }));
  for (const { score, isSupported } of rows) {
    const bin = bins[Math.min(BINS - 1, Math.floor(score * BINS))];
    if (bin === undefined) continue;
    bin.scores += score;
    bin.supported += isSupported ? 1 : 0;
  }
  return bins.reduce((sum, { scores, supported }) => sum + Math.abs(scores - supported), 0) / rows.length;
}

/** A share in percent with its 95 % interval (Wilson 1927): `96.6 (93.1 to 98.3)`. */
export function shareWithInterval(count: number, all: number): string {
  const z = 1.96;
  const share = count / all;
  const middle = (share + z ** 2 / (2 * all)) / (1 + z ** 2 / all);
  const half = (z / (1 + z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  const [at, low, high] = [share, middle - half, middle + half].map((one) => (one * 100).toFixed(1));
  return `${at} (${low} to ${high})`;
}

/** The 95 % interval of a figure by resampling the claims (bootstrap, repeatable). */
export function interval(
  rows: readonly Scored[],
  figure: (rows: readonly Scored[]) => number,
): [number, number] {
  let seed = 11;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * rows.length);
  };
  const samples = Array.from({ length: SAMPLES }, () => figure(rows.flatMap(() => rows[next()] ?? [])));
  const sorted = samples.toSorted((one, other) => one - other);
  return [
    sorted[Math.floor(SAMPLES * 0.025)] ?? Number.NaN,
    sorted[Math.floor(SAMPLES * 0.975)] ?? Number.NaN,
  ];
}
