/** A claim that people judged: its measures, and whether its source supports it. */
export type Labelled = {
  readonly set: string;
  readonly isSupported: boolean;
  readonly measures: Readonly<Record<string, number>>;
};

/** A logistic regression. */
export type Weights = { readonly bias: number; readonly weights: Readonly<Record<string, number>> };

/** Keeps the weights of standardised measures small (ridge); chosen by holding out each set in turn. */
const RIDGE = 150;
const ROUNDS = 15;
/** The maximum weight of a claim of a small set. */
const MAX_WEIGHT = 3;

/** Fits the measures to the labels by Newton's method; each set counts equally. */
export function fit(rows: readonly Labelled[]): Weights {
  const names = Object.keys(rows[0]?.measures ?? {});
  const scales = names.map((name) => scaleOf(rows.map(({ measures }) => measures[name] ?? 0)));
  const inputs = rows.map(({ measures }) => [
    1,
    ...names.map(
      (name, at) => ((measures[name] ?? 0) - (scales[at]?.mean ?? 0)) / (scales[at]?.deviation ?? 1),
    ),
  ]);
  const importance = importanceOf(rows);
  let solution = new Array<number>(names.length + 1).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const step = newtonStep(
      { inputs, importance, labels: rows.map(({ isSupported }) => (isSupported ? 1 : 0)) },
      solution,
    );
    solution = solution.map((value, at) => value + (step[at] ?? 0));
  }
  const weights = names.map(
    (name, at) => [name, (solution[at + 1] ?? 0) / (scales[at]?.deviation ?? 1)] as const,
  );
  const bias = weights.reduce(
    (sum, [, weight], at) => sum - weight * (scales[at]?.mean ?? 0),
    solution[0] ?? 0,
  );
  return { bias, weights: Object.fromEntries(weights) };
}

/** The probability that a claim is supported. */
export function predict({ bias, weights }: Weights, measures: Readonly<Record<string, number>>): number {
  const sum = Object.entries(weights).reduce(
    (total, [name, weight]) => total + weight * (measures[name] ?? 0),
    bias,
  );
  return 1 / (1 + Math.exp(-sum));
}

function scaleOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

function importanceOf(rows: readonly Labelled[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const { set } of rows) counts.set(set, (counts.get(set) ?? 0) + 1);
  return rows.map(({ set }) => Math.min(MAX_WEIGHT, rows.length / counts.size / (counts.get(set) ?? 1)));
}

type Problem = {
  readonly inputs: readonly (readonly number[])[];
  readonly importance: readonly number[];
  readonly labels: readonly number[];
};

function newtonStep({ inputs, importance, labels }: Problem, solution: readonly number[]): readonly number[] {
  const size = solution.length;
  const system = Array.from({ length: size }, (_, row) => {
    const line = new Array<number>(size + 1).fill(0);
    if (row > 0) [line[row], line[size]] = [RIDGE, -RIDGE * (solution[row] ?? 0)];
    return line;
  });
  for (const [at, input] of inputs.entries()) {
    const chance =
      1 / (1 + Math.exp(-input.reduce((sum, value, place) => sum + value * (solution[place] ?? 0), 0)));
    const weight = importance[at] ?? 1;
    for (const [row, line] of system.entries()) {
      const own = (input[row] ?? 0) * weight;
      line[size] = (line[size] ?? 0) + ((labels[at] ?? 0) - chance) * own;
      for (let column = 0; column < size; column++)
        line[column] = (line[column] ?? 0) + chance * (1 - chance) * own * (input[column] ?? 0);
    }
  }
  return solve(system);
}

/** Solves linear equations by elimination (Gauss and Jordan); each row ends with its right side. */
function solve(system: number[][]): readonly number[] {
  const size = system.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const line = system[pivot] ?? [];
    for (const [row, other] of system.entries()) {
      if (row === pivot) continue;
      const factor = (other[pivot] ?? 0) / (line[pivot] || 1);
      for (let column = pivot; column <= size; column++)
        other[column] = (other[column] ?? 0) - factor * (line[column] ?? 0);
    }
  }
  return system.map((line, at) => (line[size] ?? 0) / (line[at] || 1));
}
