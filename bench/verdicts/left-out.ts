import type { StatementVerdict } from '../../src/lib/verdicts/index.ts';

/** A verdict on a claim of a set. */
export type SetVerdict = {
  readonly set: string;
  readonly isSupported: boolean;
  readonly verdict: StatementVerdict | 'missing';
  readonly score: number | null;
};

/** The shares of right verdicts for which thresholds are chosen. */
const LEVELS = [0.6, 0.7, 0.8, 0.9];

/**
 * Prints how often `differs` and `not-found` are right in each set: of all, and of those below a score that
 * was chosen on the other sets, so that the verdict is right as often as each level says. Every set has the
 * same weight.
 */
export function reportLeftOut(rows: readonly SetVerdict[]): void {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const head = LEVELS.map((level) => `not found, at ${100 * level} %`).join(' | ');
  console.log(`\n| set | unsupported in it | differs | not found | ${head} |`);
  console.log(`|---|---|---|---${'|---'.repeat(LEVELS.length)}|`);
  for (const set of sets) {
    const own = rows.filter((row) => row.set === set);
    const others = rows.filter((row) => row.set !== set);
    const notFound = own.filter(({ verdict }) => verdict === 'not-found');
    const cells = [
      rightOf(own),
      rightOf(own.filter(({ verdict }) => verdict === 'differs')),
      rightOf(notFound),
      ...LEVELS.map((level) => {
        const limit = limitAt(level, others);
        return limit === null
          ? 'none'
          : `${rightOf(notFound.filter((row) => isBelow(row, limit)))} (${limit})`;
      }),
    ];
    console.log(`| ${[set, ...cells].join(' | ')} |`);
  }
}

const STEP = 0.05;

/** The highest score below which `not-found` is right often enough on average over some sets. */
function limitAt(level: number, rows: readonly SetVerdict[]): number | null {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const notFound = rows.filter(({ verdict }) => verdict === 'not-found');
  for (let limit = 1; limit > STEP / 2; limit -= STEP) {
    const shares = sets.flatMap((set) => {
      const below = notFound.filter((row) => row.set === set && isBelow(row, limit));
      return below.length === 0
        ? []
        : [below.filter(({ isSupported }) => !isSupported).length / below.length];
    });
    if (shares.reduce((sum, one) => sum + one, 0) / shares.length >= level) return Number(limit.toFixed(2));
  }
  return null;
}

function isBelow({ score }: SetVerdict, limit: number): boolean {
  return score !== null && score < limit;
}

function rightOf(rows: readonly SetVerdict[]): string {
  const right = rows.filter(({ isSupported }) => !isSupported).length;
  return rows.length === 0 ? '–' : `${((100 * right) / rows.length).toFixed(0)} % of ${rows.length}`;
}
