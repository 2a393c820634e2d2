import type { JudgedStatement } from '../../src/core/verdict.ts';
import { areaUnderCurve } from './figures.ts';
import type { JudgedAnswer, Label } from './judged-answers.ts';

/** The label of a statement and the verdict on it; a statement that was not judged has none. */
export type LabelledVerdict = Pick<JudgedStatement, 'score' | 'isSure'> & {
  readonly label: Label;
  readonly verdict: JudgedStatement['verdict'] | 'missing';
};

/** The verdicts on all labelled statements, each from the judged statement that shares most characters. */
export function labelledVerdicts(answers: readonly JudgedAnswer[]): readonly LabelledVerdict[] {
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
type Goals = Readonly<Record<string, string>>;

/** The figures of whole answers, with the goals of each set. */
const FIGURES: readonly (readonly [name: string, goals: Goals, figure: Figure])[] = [
  ['supported statements that are flagged', { quick: '8 %', long: '15 %' }, share('supported', isFlagged)],
  [
    'supported statements that are judged to differ',
    { quick: '0.5 %', long: '0.5 %' },
    share('supported', ({ verdict }) => verdict === 'differs'),
  ],
  ['"differs" that is right', { quick: '85 %', long: '85 %' }, rightDifferences],
  [
    'contradicted statements that are flagged',
    { quick: '50 %', long: '85 %' },
    share('contradicted', isFlagged),
  ],
  [
    'unsupported statements that are flagged',
    { quick: '85 %', long: '85 %' },
    share('unsupported', isFlagged),
  ],
  [
    'statements without a claim that are flagged',
    { quick: '3 %', long: '3 %' },
    share('no-claim', isFlagged),
  ],
  ...(['supported', 'contradicted', 'unsupported', 'no-claim'] as const).map(
    (label) => [`marked on the page: ${label}`, {}, share(label, isMarked)] as const,
  ),
  ['claims that are not checked', { quick: '5 %', long: '5 %' }, uncheckedClaims],
  ['AUROC of the score, supported against the rest', { quick: '82', long: '85' }, areaOfScores],
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
    const cells = sets.map((set) => `${figure(rows.get(set) ?? [])}; ${goals[set] ?? 'none'}`);
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
