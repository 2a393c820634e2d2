import type { EvalRecord } from '../grading/eval-record.ts';
import { readPlan, readRecords } from '../running/run-folder.ts';
import { bootstrapOf } from './intervals.ts';
import type { ReportSection } from './sections.ts';
import { gradeOf } from './summary.ts';

type RecordPair = { readonly question: string; readonly before: EvalRecord; readonly after: EvalRecord };

/**
 * Compares two runs over the questions that both have: the difference in accuracy with its interval by paired
 * bootstrap, and the questions whose result changed. A failed question counts as not correct.
 */
export async function compareRuns(before: string, after: string): Promise<readonly ReportSection[]> {
  const earlier = new Map<string, EvalRecord>();
  for await (const record of readRecords(before)) earlier.set(record.id, withoutText(record));
  const pairs: RecordPair[] = [];
  for await (const record of readRecords(after)) {
    const other = earlier.get(record.id);
    const { question } = record;
    if (other !== undefined) pairs.push({ question, before: other, after: withoutText(record) });
  }
  const { set, target } = readPlan(after);
  const difference = bootstrapOf(
    pairs.map((pair) => Number(isRight(pair.after)) - Number(isRight(pair.before))).sort(),
    (sample) => sample.reduce((sum, each) => sum + each, 0) / sample.length,
  );
  const points = (share: number) => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} points`;
  const change =
    difference === null
      ? 'no common question'
      : `${points(difference.value)} (${points(difference.lower)} to ${points(difference.upper)})`;
  const right = (side: 'before' | 'after') => `${pairs.filter((pair) => isRight(pair[side])).length}`;
  const rows = [
    ['questions in both', `${pairs.length}`],
    ['correct before', right('before')],
    ['correct after', right('after')],
    ['difference (95 % interval)', change],
  ];
  return [
    { title: `${set}: ${target}`, note: `${before}, then ${after}`, columns: ['', 'value'], rows },
    listChanged('Correct only after', pairs, (pair) => !isRight(pair.before) && isRight(pair.after)),
    listChanged('Correct only before', pairs, (pair) => isRight(pair.before) && !isRight(pair.after)),
  ].filter(({ rows: shown }) => shown.length > 0);
}

/** Whether the result is the wanted one: correct, or for a question without an answer, declined. */
function isRight(record: EvalRecord): boolean {
  return gradeOf(record) === (record.isAnswerable ? 'correct' : 'not-attempted');
}

function listChanged(
  title: string,
  pairs: readonly RecordPair[],
  test: (pair: RecordPair) => boolean,
): ReportSection {
  const resultOf = (record: EvalRecord) => gradeOf(record) ?? 'failed';
  const rows = pairs
    .filter(test)
    .map(({ question, before, after }) => [question, resultOf(before), resultOf(after)]);
  return {
    title,
    note: `${rows.length} questions.`,
    columns: ['question', 'before', 'after'],
    rows,
  };
}

function withoutText(record: EvalRecord): EvalRecord {
  return { ...record, text: '' };
}
