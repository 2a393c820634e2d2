import type { JudgedStatement } from '../../src/core/answer.ts';
import type { JudgedAnswer, Label } from './judged-answers.ts';

/** The label of a statement and the verdict on it; a statement that was not judged has none. */
type LabelledVerdict = Pick<JudgedStatement, 'score' | 'isSure'> & {
  readonly label: Label;
  readonly verdict: JudgedStatement['verdict'] | 'missing';
};

/** The verdicts on all labelled statements, each from the judged statement that shares most characters. */
function labelledVerdicts(answers: readonly JudgedAnswer[]): readonly LabelledVerdict[] {
  return answers.flatMap(({ labels, statements }) =>
    labels.map(({ from, to, label }) => {
      const shared = (one: JudgedStatement) => Math.min(one.to, to) - Math.max(one.from, from);
      const [closest] = statements.toSorted((one, other) => shared(other) - shared(one));
      const judged = closest !== undefined && shared(closest) > 0 ? closest : null;
      const { verdict = 'missing', score = null, isSure = true } = judged ?? {};
      return { label, verdict, score, isSure };
    }),
  );
}

/** Whether a statement differs from the sources or was not found in them. */
function isFlagged({ verdict }: Pick<LabelledVerdict, 'verdict'>): boolean {
  return verdict === 'differs' || verdict === 'not-found';
}

/** Whether the page underlines a statement. */
function isMarked(row: LabelledVerdict): boolean {
  return isFlagged(row) && row.isSure !== false;
}

type Figure = (rows: readonly LabelledVerdict[]) => string;
/** What is added to the name of a set if a model was the judge. */
export const WITH_MODEL = ', with a model';

/** The sets that have goals. */
const SETS = ['quick', `quick${WITH_MODEL}`, 'long', `long${WITH_MODEL}`];

/** The figures of whole answers, with the goals in the order of `SETS`. */
const FIGURES: readonly (readonly [name: string, goals: readonly string[], figure: Figure])[] = [
  ['supported statements that are flagged', ['8 %', '3 %', '15 %', '4 %'], share('supported', isFlagged)],
  [
    'supported statements that are judged to differ',
    ['0.5 %', '0.5 %', '0.5 %', '0.5 %'],
    share('supported', ({ verdict }) => verdict === 'differs'),
  ],
  ['"differs" that is right', ['85 %', '95 %', '85 %', '95 %'], rightDifferences],
  [
    'contradicted statements that are flagged',
    ['50 %', '85 %', '85 %', '90 %'],
    share('contradicted', isFlagged),
  ],
  [
    'unsupported statements that are flagged',
    ['85 %', '90 %', '85 %', '90 %'],
    share('unsupported', isFlagged),
  ],
  ['statements without a claim that are flagged', ['3 %', '2 %', '3 %', '2 %'], share('no-claim', isFlagged)],
  ...(['supported', 'contradicted', 'unsupported', 'no-claim'] as const).map(
    (label) => [`marked on the page: ${label}`, [], share(label, isMarked)] as const,
  ),
  ['claims that are not checked', ['5 %', '1 %', '5 %', '1 %'], uncheckedClaims],
  ['AUROC of the score, supported against the rest', ['82', '92', '85', '93'], areaOfScores],
];

/** Prints the figures of each set of answers beside their goals. */
export function reportAnswers(answers: readonly JudgedAnswer[]): void {
  const sets = [...new Set(answers.map(({ set }) => set))].sort().reverse();
  const rows = new Map(
    sets.map((set) => [set, labelledVerdicts(answers.filter((answer) => answer.set === set))]),
  );
  console.log(`| figure | ${sets.map((set) => `${set}; goal`).join(' | ')} |`);
  console.log(`|---${'|---'.repeat(sets.length)}|`);
  for (const [name, goals, figure] of FIGURES) {
    const cells = sets.map((set) => `${figure(rows.get(set) ?? [])}; ${goals[SETS.indexOf(set)] ?? 'none'}`);
    console.log(`| ${[name, ...cells].join(' | ')} |`);
  }
}

function share(label: Label, counts: (row: LabelledVerdict) => boolean): Figure {
  return (rows) => {
    const own = rows.filter((row) => row.label === label);
    return percentOf(own.filter(counts).length, own.length);
  };
}

function rightDifferences(rows: readonly LabelledVerdict[]): string {
  const differing = rows.filter(({ verdict }) => verdict === 'differs');
  return `${differing.filter(({ label }) => label === 'contradicted').length} of ${differing.length}`;
}

function uncheckedClaims(rows: readonly LabelledVerdict[]): string {
  const claims = rows.filter(({ label }) => label !== 'no-claim');
  return percentOf(claims.filter(({ score }) => score === null).length, claims.length);
}

function areaOfScores(rows: readonly LabelledVerdict[]): string {
  const scored = rows.flatMap(({ label, score }) =>
    label === 'no-claim' || score === null ? [] : [{ isSupported: label === 'supported', score }],
  );
  return `${(100 * areaUnderCurve(scored)).toFixed(1)} of ${scored.length}`;
}

function percentOf(count: number, all: number): string {
  return `${((100 * count) / all).toFixed(1)} % of ${all}`;
}

/** The probability that something supported has a higher score than something else; ties count half. */
export function areaUnderCurve(
  rows: readonly { readonly isSupported: boolean; readonly score: number }[],
): number {
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
