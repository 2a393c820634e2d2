import type { Method } from './baselines.ts';
import { judge, type Verdict } from './judge.ts';
import type { QuestionSet, SetQuestion } from './question-set.ts';
import { contextTokensOf, type Segment } from './segment.ts';

/** The selection of one method for one question within one budget, and its value. */
export type Outcome = Verdict & {
  readonly question: SetQuestion;
  /** In tokens. */
  readonly budget: number;
  readonly segments: readonly Segment[];
  readonly tokens: number;
  /** Processor time, user and system. */
  readonly cpuMs: number;
};

/** The outcomes of a method for all questions and budgets of a set, in the order of the questions. */
export async function measureSet(set: QuestionSet, method: Method): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of set.questions) {
    for (const budget of set.budgets) outcomes.push(await measure(set, { question, budget }, method));
  }
  return outcomes;
}

type Case = { readonly question: SetQuestion; readonly budget: number };

async function measure(set: QuestionSet, { question, budget }: Case, method: Method): Promise<Outcome> {
  const before = process.cpuUsage();
  const selected = await method(question, budget);
  const { user, system } = process.cpuUsage(before);
  const segments = set.wholePages ? wholePagesOf(question, selected) : selected;
  const tokens = contextTokensOf(selected);
  const cpuMs = (user + system) / 1000;
  return { question, budget, segments, tokens, cpuMs, ...judge(question, segments) };
}

function wholePagesOf({ pages }: SetQuestion, segments: readonly Segment[]): Segment[] {
  const chosen = new Set(segments.map(({ page }) => page));
  return [...chosen].map((page) => ({ page, text: pages[page]?.text ?? '' }));
}

/** The outcomes of the given budget, or of all. */
export function ofBudget(outcomes: readonly Outcome[], budget: number | undefined): readonly Outcome[] {
  return budget === undefined ? outcomes : outcomes.filter((outcome) => outcome.budget === budget);
}

/** The share of outcomes for which something holds, in per cent. */
export function rate(outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean): number {
  return (100 * outcomes.filter(holds).length) / outcomes.length;
}
