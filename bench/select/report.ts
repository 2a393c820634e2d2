import { meanOf } from './bootstrap.ts';
import { type Outcome, ofBudget, rate } from './outcome.ts';
import type { QuestionSet } from './question-set.ts';

/** A set with the outcomes of a method. */
export type Measured = { readonly set: QuestionSet; readonly outcomes: readonly Outcome[] };

/** Goals for the recall in per cent, by set, smallest budget first. */
const GOALS: Readonly<Record<string, string>> = {
  rtqa: '84 / 91 / 96',
  rtqa2: '85 / 91.5 / 96',
  covidqa: '82 / 90.5 / 95.5',
  xquad: '90 / 94 / 97',
  jsquad: '96.5 / 98.5 / 99',
  hotpot: '88 / 97 / –',
  wice: '– / 97 / 99',
  chinese: '95',
};

/** Prints recall, strict recall and support of each set, and the macro average of the recall. */
export function printRecall(title: string, measured: readonly Measured[]): void {
  console.log(`\n## ${title}: recall in %, by budget, smallest first\n`);
  console.log('| set | questions | budgets | recall | goal | strict | support | over budget |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { set, outcomes } of measured) {
    const budgets = set.budgets.join(' / ');
    const goal = set.maxSources === 5 ? '' : (GOALS[set.name] ?? '');
    console.log(
      `| ${set.name} | ${set.questions.length} | ${budgets} | ${rates(outcomes, ({ recall }) => recall)} | ` +
        `${goal} | ${rates(outcomes, ({ strict }) => strict)} | ${supportOf(outcomes)} | ` +
        `${outcomes.filter((outcome) => outcome.tokens > outcome.budget).length} |`,
    );
  }
  const levels = [0, 1, 2].map((level) => {
    const recalls = measured.map(({ set, outcomes }) => {
      const budget = set.budgets[Math.min(level, set.budgets.length - 1)];
      return rate(ofBudget(outcomes, budget), ({ recall }) => recall);
    });
    return meanOf(recalls).toFixed(1);
  });
  console.log(`| **macro average** | | | ${levels.join(' / ')} | | | | |`);
}

/** Prints the recall of each language of a set. */
export function printLanguages({ set, outcomes }: Measured): void {
  const languages = [...new Set(set.questions.map(({ lang }) => lang))];
  console.log(`\n## ${set.name} by language; goal: none below 82 at ${set.budgets[0]}\n`);
  console.log('| language | questions | recall | strict |\n|---|---|---|---|');
  for (const lang of languages) {
    const own = outcomes.filter(({ question }) => question.lang === lang);
    const strict = rates(own, (outcome) => outcome.strict);
    console.log(
      `| ${lang} | ${own.length / set.budgets.length} | ${rates(own, ({ recall }) => recall)} | ${strict} |`,
    );
  }
}

function supportOf(outcomes: readonly Outcome[]): string {
  return outcomes[0]?.support === undefined ? '' : rates(outcomes, ({ support }) => support === true);
}

function rates(outcomes: readonly Outcome[], holds: (outcome: Outcome) => boolean): string {
  const budgets = [...new Set(outcomes.map(({ budget }) => budget))].sort((a, b) => a - b);
  return budgets.map((budget) => rate(ofBudget(outcomes, budget), holds).toFixed(1)).join(' / ');
}
