import { bootstrap, type Interval, meanOf } from './bootstrap.ts';
import type { Outcome } from './outcome.ts';

/** The outcomes of a set, and those of what it is compared with, in the same order. */
export type Compared = {
  readonly name: string;
  readonly isNews: boolean;
  readonly ours: readonly Outcome[];
  readonly theirs: readonly Outcome[];
};

/** No set may lose more than this many points. */
const MOST_LOST = 1;

/**
 * Prints the difference in recall in points for each set, on average over the sets, and with each set held
 * out; and whether a change with these differences is accepted.
 */
export function printComparison(sets: readonly Compared[], other: string): void {
  console.log(`\n## Recall compared with ${other}: points, with intervals of 95 %\n`);
  console.log('| sets | by budget, smallest first | all budgets |\n|---|---|---|');
  for (const set of sets) console.log(row(set.name, [set]));
  const news = sets.filter(({ isNews }) => isNews);
  if (news.length > 1) console.log(row('news, all questions', [pooled(news)]));
  if (sets.length < 2) return;
  console.log(row('**all, macro average**', sets));
  const without = sets.map(({ name }) => ({ name, rest: sets.filter((set) => set.name !== name) }));
  for (const { name, rest } of without) console.log(row(`all without ${name}`, rest));
  const worst = Math.min(...without.map(({ rest }) => gainOf(rest).lower));
  const losing = sets.filter((set) => gainOf([set]).mean < -MOST_LOST).map(({ name }) => name);
  console.log(
    `\nLowest end of an interval with a set left out: ${worst.toFixed(2)}. ` +
      `Sets that lose more than ${MOST_LOST} point: ${losing.join(', ') || 'none'}. ` +
      `A rule that makes this difference ${worst > 0 && losing.length === 0 ? 'stays' : 'does not stay'}.`,
  );
}

function pooled(sets: readonly Compared[]): Compared {
  const ours = sets.flatMap((set) => set.ours);
  return { name: '', isNews: true, ours, theirs: sets.flatMap(({ theirs }) => theirs) };
}

function row(name: string, sets: readonly Compared[]): string {
  const levels = Math.max(...sets.map((set) => budgetsOf(set).length));
  const byLevel = Array.from({ length: levels }, (_, level) => shown(gainOf(sets, level)));
  return `| ${name} | ${byLevel.join(' / ')} | ${shown(gainOf(sets))} |`;
}

function shown({ mean, lower, upper }: Interval): string {
  return `${mean.toFixed(1)} [${lower.toFixed(1)}, ${upper.toFixed(1)}]`;
}

/** The gain in points at the nth smallest budget of each set, or over all budgets. */
function gainOf(sets: readonly Compared[], level?: number): Interval {
  return bootstrap(sets.map((set) => gainsOf(set, level)));
}

/** The gain of each question in points: 100, 0 or -100, averaged over its budgets. */
function gainsOf(set: Compared, level: number | undefined): number[] {
  const budgets = budgetsOf(set);
  const budget = level === undefined ? undefined : budgets[Math.min(level, budgets.length - 1)];
  const byQuestion = new Map<string, number[]>();
  set.ours.forEach((own, at) => {
    if (budget !== undefined && own.budget !== budget) return;
    const gains = byQuestion.get(own.question.id) ?? [];
    gains.push(100 * (Number(own.recall) - Number(set.theirs[at]?.recall ?? false)));
    byQuestion.set(own.question.id, gains);
  });
  return [...byQuestion.values()].map(meanOf);
}

function budgetsOf({ ours }: Compared): number[] {
  return [...new Set(ours.map(({ budget }) => budget))].sort((a, b) => a - b);
}
