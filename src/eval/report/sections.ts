import type { RunPlan } from '../running/run-folder.ts';
import type { EvalInterval } from './intervals.ts';
import { type EvalSummary, FAILED_STEPS, type GradeFigures } from './summary.ts';

/** A part of a report: a table, and what it says in a sentence. */
export type ReportSection = {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[];
};

/** Who grades: the comparison, a model, or both, whose grades are then compared. */
export const EVAL_JUDGES = ['exact', 'model', 'both'] as const;
/** One of them. */
export type EvalJudge = (typeof EVAL_JUDGES)[number];

/** The parts of the report on a run; those about which nothing is known are left out. */
export function toSections(plan: RunPlan, summary: EvalSummary, judge: EvalJudge): readonly ReportSection[] {
  const parts = [
    runOf(plan, summary),
    judge === 'model' ? null : gradesOf('Answers, by comparison', summary.exact, summary),
    summary.model && gradesOf('Answers, by the model judge', summary.model, summary),
    judge === 'model' ? null : agreementOf(summary),
    reviewOf(summary),
    kindsOf(summary),
    retrievalOf(summary),
    missesOf(summary),
    citationsOf(summary),
    costOf(summary),
    failuresOf(summary),
  ];
  return parts.filter((part) => part !== null);
}

/** A share in per cent with its interval; a dash if it is not known. */
function inPercent(interval: EvalInterval | null): string {
  if (interval === null) return '–';
  const { value, lower, upper } = interval;
  return `${toPercent(value)} % (${toPercent(lower)} to ${toPercent(upper)})`;
}

const toPercent = (share: number) => (100 * share).toFixed(1);

function toSection(title: string, note: string, part: Partial<ReportSection>): ReportSection {
  return { title, note, columns: [], rows: [], ...part };
}

/** A section of shares. */
function toShares(
  title: string,
  note: string,
  figures: readonly (readonly [label: string, interval: EvalInterval | null])[],
): ReportSection {
  return toSection(title, note, {
    columns: ['', 'share (95 % interval)'],
    rows: figures.map(([label, interval]) => [label, inPercent(interval)]),
  });
}

function runOf({ set, questions, target, depth, version, settings }: RunPlan, summary: EvalSummary) {
  const facts = Object.entries(settings).filter(([name, value]) => value !== null && name !== 'digest');
  const rows = [
    ['set', set],
    ['questions', summary.questions === questions ? `${questions}` : `${summary.questions} of ${questions}`],
    ['asked', `${target}, ${depth}`],
    ['Sayso', version],
    ...facts.map(([name, value]) => [name, String(value)]),
  ];
  const note = summary.questions < questions ? 'The run is not complete.' : '';
  return toSection('Run', note, { columns: ['', 'value'], rows });
}

function gradesOf(title: string, figures: GradeFigures, { failed, declined }: EvalSummary): ReportSection {
  const { correct, incorrect, notAttempted } = figures;
  return toShares(
    title,
    `${correct} correct, ${incorrect} incorrect, ${notAttempted} not attempted; ${failed} failed.`,
    [
      ['correct, of all questions (accuracy)', figures.accuracy],
      ['attempted, of all questions', figures.attempted],
      ['correct, of those attempted', figures.correctOfAttempted],
      ['F-score of accuracy and correct of attempted', figures.fScore],
      ...(declined === null ? [] : ([['rightly declined, of those without an answer', declined]] as const)),
    ],
  );
}

function agreementOf({ agreement }: EvalSummary): ReportSection | null {
  return agreement && toShares('Agreement of both graders', '', [['the same grade', agreement]]);
}

function reviewOf({ review }: EvalSummary): ReportSection | null {
  return (
    review &&
    toShares('Errors of the graders', `Answers graded by hand: ${review.answers}.`, [
      ['the comparison gives another grade', review.exactErrors],
      ...(review.modelErrors === null
        ? []
        : ([['the model gives another grade', review.modelErrors]] as const)),
    ])
  );
}

function kindsOf({ kinds }: EvalSummary): ReportSection | null {
  if (kinds.length === 0) return null;
  return toSection('Kinds of questions', '', {
    columns: ['', 'questions', 'correct'],
    rows: kinds.map(({ kind, questions, accuracy }) => [kind, `${questions}`, `${toPercent(accuracy)} %`]),
  });
}

function retrievalOf({ retrieval }: EvalSummary): ReportSection | null {
  return (
    retrieval &&
    toShares('Where the answer was seen', 'By comparison, among questions that have an answer.', [
      ['in the hits of the search', retrieval.inHits],
      ['in the pages that were read', retrieval.inPages],
      ['in the passages for the writer', retrieval.inContext],
    ])
  );
}

function missesOf({ retrieval }: EvalSummary): ReportSection | null {
  if (retrieval === null) return null;
  return toSection('Where wrong answers were lost', 'The first step behind which the answer was not seen.', {
    columns: ['', 'questions'],
    rows: FAILED_STEPS.map((step) => [step, `${retrieval.misses[step]}`]),
  });
}

function citationsOf({ citations }: EvalSummary): ReportSection | null {
  return (
    citations &&
    toShares('Citations', 'As ALCE defines them, by the comparison of words; see docs/evaluate.md.', [
      ['citations that the statement needs, or that alone support it (precision)', citations.precision],
      ['statements that the cited sources support (recall)', citations.recall],
    ])
  );
}

function costOf({ calls, tokens, cost, questions, firstMs, totalMs }: EvalSummary): ReportSection {
  const each = (count: number | null) => (count === null ? '–' : (count / questions).toFixed(1));
  const seconds = (ms: number | null) => (ms === null ? '–' : (ms / 1000).toFixed(2));
  return toSection('Cost and time', '', {
    columns: ['', 'all', 'for each question', 'median', '95th percentile'],
    rows: [
      ['model calls', `${calls ?? '–'}`, each(calls), '', ''],
      ['tokens', `${tokens ?? '–'}`, each(tokens), '', ''],
      ...(cost === null ? [] : [['cost', cost.toFixed(2), (cost / questions).toFixed(4), '', '']]),
      ['seconds to the first word', '', '', seconds(firstMs.median), seconds(firstMs.p95)],
      ['seconds to the end', '', '', seconds(totalMs.median), seconds(totalMs.p95)],
    ],
  });
}

function failuresOf({ failures }: EvalSummary): ReportSection | null {
  if (failures.length === 0) return null;
  const rows = failures.map(({ reason, count }) => [reason, `${count}`]);
  return toSection('Failures', 'These questions have no answer.', { columns: ['', 'questions'], rows });
}
