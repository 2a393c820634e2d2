import type { EvalRecord } from '../grading/eval-record.ts';
import type { Grade } from '../grading/grade.ts';
import { costOf, type TokenPrices } from '../running/spending.ts';
import { bootstrapOf, type EvalInterval, quantileOf, shareOf } from './intervals.ts';

/** The step to which a wrong answer is attributed. */
export const FAILED_STEPS = ['search', 'reading', 'selection', 'writing'] as const;
/** One of them. */
export type FailedStep = (typeof FAILED_STEPS)[number];

/** The figures by one kind of grader, over the questions that have an answer. */
export type GradeFigures = {
  readonly graded: number;
  readonly correct: number;
  readonly incorrect: number;
  readonly notAttempted: number;
  /** Of all questions, failures included. */
  readonly accuracy: EvalInterval | null;
  /** Correct and incorrect ones, of all questions. */
  readonly attempted: EvalInterval | null;
  readonly correctOfAttempted: EvalInterval | null;
  /** The harmonic mean of accuracy and correct of attempted, as in SimpleQA. */
  readonly fScore: EvalInterval | null;
};

/** All figures of a run. */
export type EvalSummary = {
  readonly questions: number;
  readonly failed: number;
  readonly exact: GradeFigures;
  /** Null if no model judged. */
  readonly model: GradeFigures | null;
  /** The share of answers to which both graders give the same grade; null if only one graded. */
  readonly agreement: EvalInterval | null;
  /** How often the graders differ from a person; null if nobody graded by hand. */
  readonly review: {
    readonly answers: number;
    readonly exactErrors: EvalInterval | null;
    readonly modelErrors: EvalInterval | null;
  } | null;
  /** Of the questions without an answer, those that were declined; null if there are none. */
  readonly declined: EvalInterval | null;
  readonly kinds: readonly { readonly kind: string; readonly questions: number; readonly accuracy: number }[];
  readonly retrieval: RetrievalFigures | null;
  readonly citations: {
    readonly precision: EvalInterval | null;
    readonly recall: EvalInterval | null;
  } | null;
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly firstMs: ReplyTimes;
  readonly totalMs: ReplyTimes;
  /** Reasons and how often, the most frequent first. */
  readonly failures: readonly { readonly reason: string; readonly count: number }[];
};

type ReplyTimes = { readonly median: number | null; readonly p95: number | null };
type RetrievalFigures = {
  readonly inHits: EvalInterval | null;
  readonly inPages: EvalInterval | null;
  readonly inContext: EvalInterval | null;
  readonly misses: Readonly<Record<FailedStep, number>>;
};

/** The grade that counts: that of the model judge if there is one. Grades by hand measure the graders. */
export function gradeOf({ judged, exact }: Pick<EvalRecord, 'judged' | 'exact'>): Grade | undefined {
  return judged ?? exact;
}

/**
 * The step at which the answer was lost: the first one behind which it was not seen any more. Null for a
 * correct answer, a failure, a question without an answer, and if retrieval cannot be seen.
 */
export function failedStepOf(record: EvalRecord): FailedStep | null {
  const { retrieval, isAnswerable } = record;
  const grade = gradeOf(record);
  if (retrieval === null || !isAnswerable || grade === undefined || grade === 'correct') return null;
  if (retrieval.inContext) return 'writing';
  if (retrieval.inPages) return 'selection';
  return retrieval.inHits ? 'reading' : 'search';
}

/** The figures of all records of a run. `prices` are null if they are not known. */
export function summarise(records: readonly EvalRecord[], prices: TokenPrices): EvalSummary {
  const answerable = records.filter(({ isAnswerable }) => isAnswerable);
  const unanswerable = records.filter((record) => !record.isAnswerable && gradeOf(record) !== undefined);
  const judged = answerable.filter((record) => record.judged !== undefined);
  const both = records.filter(({ judged, exact }) => judged !== undefined && exact !== undefined);
  const countOf = (test: (record: EvalRecord) => boolean) => records.filter(test).length;
  const tokens = totalOf(records.map((record) => record.tokens));
  const answerTokens = records.reduce((sum, record) => sum + record.answerTokens, 0);
  const agreed = both.filter((record) => record.judged === record.exact).length;
  const declined = unanswerable.filter((record) => gradeOf(record) === 'not-attempted').length;
  return {
    questions: records.length,
    failed: countOf(({ failure }) => failure !== null),
    exact: figuresOf(answerable.map(({ exact }) => exact)),
    model: judged.length === 0 ? null : figuresOf(answerable.map((record) => record.judged)),
    agreement: shareOf(agreed, both.length),
    review: reviewOf(records),
    declined: shareOf(declined, unanswerable.length),
    kinds: kindsOf(answerable),
    retrieval: retrievalOf(answerable),
    citations: citationsOf(records),
    calls: totalOf(records.map(({ calls }) => calls)),
    tokens,
    cost: tokens === null ? null : costOf({ tokens, answerTokens }, prices),
    firstMs: timesOf(records.flatMap(({ firstMs }) => firstMs ?? [])),
    totalMs: timesOf(records.flatMap(({ failure, totalMs }) => (failure === null ? totalMs : []))),
    failures: failuresOf(records),
  };
}

function figuresOf(grades: readonly (Grade | undefined)[]): GradeFigures {
  const countOf = (grade: Grade, among = grades) => among.filter((each) => each === grade).length;
  const correct = countOf('correct');
  const incorrect = countOf('incorrect');
  const attempted = correct + incorrect;
  return {
    graded: attempted + countOf('not-attempted'),
    correct,
    incorrect,
    notAttempted: countOf('not-attempted'),
    accuracy: shareOf(correct, grades.length),
    attempted: shareOf(attempted, grades.length),
    correctOfAttempted: shareOf(correct, attempted),
    fScore: bootstrapOf(grades.toSorted(), (sample) => {
      const right = countOf('correct', sample);
      return (2 * right) / (sample.length + right + countOf('incorrect', sample));
    }),
  };
}

function reviewOf(records: readonly EvalRecord[]): EvalSummary['review'] {
  const reviewed = records.filter((record) => record.reviewed !== undefined);
  if (reviewed.length === 0) return null;
  const errorsOf = (name: 'exact' | 'judged') => {
    const graded = reviewed.filter((record) => record[name] !== undefined);
    return shareOf(graded.filter((record) => record[name] !== record.reviewed).length, graded.length);
  };
  return { answers: reviewed.length, exactErrors: errorsOf('exact'), modelErrors: errorsOf('judged') };
}

function kindsOf(records: readonly EvalRecord[]): EvalSummary['kinds'] {
  const groups = Map.groupBy(records, ({ kind }) => kind);
  if (groups.size < 2) return [];
  return Array.from(groups, ([kind, members]) => ({
    kind: kind === '' ? 'other' : kind,
    questions: members.length,
    accuracy: members.filter((record) => gradeOf(record) === 'correct').length / members.length,
  })).sort((a, b) => b.questions - a.questions || a.kind.localeCompare(b.kind));
}

function retrievalOf(records: readonly EvalRecord[]): RetrievalFigures | null {
  const seen = records.flatMap(({ retrieval }) => retrieval ?? []);
  if (seen.length === 0) return null;
  const steps = records.map(failedStepOf);
  const misses = FAILED_STEPS.map((step) => [step, steps.filter((each) => each === step).length] as const);
  const share = (name: 'inHits' | 'inPages' | 'inContext') =>
    shareOf(seen.filter((trace) => trace[name]).length, seen.length);
  return {
    inHits: share('inHits'),
    inPages: share('inPages'),
    inContext: share('inContext'),
    misses: Object.fromEntries(misses) as RetrievalFigures['misses'],
  };
}

function citationsOf(records: readonly EvalRecord[]): EvalSummary['citations'] {
  const counted = records.flatMap(({ citations, failure }) => (failure === null ? (citations ?? []) : []));
  if (counted.length === 0) return null;
  const sum = (name: keyof (typeof counted)[number]) => counted.reduce((all, count) => all + count[name], 0);
  return {
    precision: shareOf(sum('rightCitations'), sum('citations')),
    recall: shareOf(sum('supportedAndCited'), sum('statements')),
  };
}

function failuresOf(records: readonly EvalRecord[]): EvalSummary['failures'] {
  const reasons = Map.groupBy(
    records.flatMap(({ failure }) => failure ?? []),
    (reason) => reason,
  );
  return Array.from(reasons, ([reason, members]) => ({ reason, count: members.length })).sort(
    (a, b) => b.count - a.count || a.reason.localeCompare(b.reason),
  );
}

function timesOf(times: readonly number[]): ReplyTimes {
  return { median: quantileOf(times, 0.5), p95: quantileOf(times, 0.95) };
}

/** Null if not even one is known. */
function totalOf(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
}
