import { createRandom } from './random.ts';

/** A figure and its 95 % interval. */
export type EvalInterval = { readonly value: number; readonly lower: number; readonly upper: number };

const RESAMPLES = 2_000;
const TAIL = 0.025;
/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964;

/** A share and its interval (E. B. Wilson, "Probable Inference", 1927); null without cases. */
export function shareOf(count: number, cases: number): EvalInterval | null {
  if (cases === 0) return null;
  const value = count / cases;
  const spread = Z * Math.sqrt((value * (1 - value)) / cases + (Z * Z) / (4 * cases * cases));
  const scale = 1 + (Z * Z) / cases;
  const middle = value + (Z * Z) / (2 * cases);
  const within = (bound: number) => Math.min(1, Math.max(0, bound));
  return { value, lower: within((middle - spread) / scale), upper: within((middle + spread) / scale) };
}

/** A figure and its bootstrap interval (B. Efron, 1979), the same for the same cases; null without. */
export function bootstrapOf<Case>(
  cases: readonly Case[],
  figure: (sample: readonly Case[]) => number,
): EvalInterval | null {
  if (cases.length === 0) return null;
  const random = createRandom(1);
  const draw = () => cases[Math.floor(random() * cases.length)] as Case;
  const figures = Array.from({ length: RESAMPLES }, () => figure(cases.map(draw))).sort((a, b) => a - b);
  const at = (index: number) => figures[index] ?? Number.NaN;
  return {
    value: figure(cases),
    lower: at(Math.floor(TAIL * RESAMPLES)),
    upper: at(Math.ceil((1 - TAIL) * RESAMPLES) - 1),
  };
}

/** The value that a share of some figures does not exceed, by nearest rank; null for none. */
export function quantileOf(figures: readonly number[], share: number): number | null {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
