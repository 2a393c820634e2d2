import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grade } from './grade.ts';
import { type EvalRecord, LOST_STEPS, type StatementCount } from './record.ts';
import { type RunPlan, readPlan, readRecords } from './run-folder.ts';
import { bootstrapOf, type EvalInterval, quantileOf, shareOf } from './statistics.ts';

/** The figures by one grader, over the questions that have an answer. */
type GradeFigures = {
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

/** The figures of a run that scripts use; `report.json` has them with those of the tables. */
export type EvalSummary = {
  readonly questions: number;
  readonly failed: number;
  readonly exact: GradeFigures;
  /** Null if no model judged. */
  readonly model: GradeFigures | null;
};

/** A part of a report: a table, and what it says in a sentence. */
type Section = {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** The grade that counts: that of the model judge if there is one. */
function gradeOf({ judged, exact }: Pick<EvalRecord, 'judged' | 'exact'>): Grade | undefined {
  return judged ?? exact;
}

/** Whether the result is the wanted one: correct, or for a question without an answer, declined. */
function isRight(record: EvalRecord): boolean {
  return gradeOf(record) === (record.isAnswerable ? 'correct' : 'not-attempted');
}

/** In per cent. */
export function accuracyOf({ model, exact }: EvalSummary): number {
  return 100 * ((model ?? exact).accuracy?.value ?? 0);
}

/** The figures of all records of a run. */
export function summarise(records: readonly EvalRecord[]): EvalSummary {
  const answerable = records.filter(({ isAnswerable }) => isAnswerable);
  const isJudged = answerable.some(({ judged }) => judged !== undefined);
  return {
    questions: records.length,
    failed: records.filter(({ failure }) => failure !== null).length,
    exact: figuresOf(answerable.map(({ exact }) => exact)),
    model: isJudged ? figuresOf(answerable.map(({ judged }) => judged)) : null,
  };
}

function figuresOf(grades: readonly (Grade | undefined)[]): GradeFigures {
  const countOf = (grade: Grade, among = grades) => among.filter((each) => each === grade).length;
  const correct = countOf('correct');
  const incorrect = countOf('incorrect');
  const attempted = correct + incorrect;
  return {
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

/** Writes `report.md` and `report.json` into the folder of a run, from its answers. */
export async function writeReport(path: string): Promise<{ summary: EvalSummary; markdown: string }> {
  const plan = readPlan(path);
  const records = (await Array.fromAsync(readRecords(path))).sort((one, other) =>
    one.id.localeCompare(other.id, 'en', { numeric: true }),
  );
  const summary = summarise(records);
  const sections = [
    runOf(plan, records.length),
    gradesOf('Answers, by comparison', summary.exact, records),
    summary.model && gradesOf('Answers, by the model judge', summary.model, records),
    kindsOf(records),
    lossesOf(records),
    statementsOf(records),
    costOf(records),
    missesOf(records),
  ];
  const markdown = toMarkdown(`Answers to ${plan.set}`, sections);
  writeFileSync(join(path, 'report.md'), markdown);
  writeFileSync(join(path, 'report.json'), `${JSON.stringify({ plan, summary }, null, 2)}\n`);
  return { summary, markdown };
}

function runOf({ set, questions, target, depth, version, seed }: RunPlan, done: number): Section {
  return {
    title: 'Run',
    note: done < questions ? 'The run is not complete.' : '',
    columns: ['', 'value'],
    rows: [
      ['set', `${set}, seed ${seed}`],
      ['questions', done === questions ? `${questions}` : `${done} of ${questions}`],
      ['asked', `${target}, ${depth}`],
      ['Sayso', version],
    ],
  };
}

function gradesOf(title: string, figures: GradeFigures, records: readonly EvalRecord[]): Section {
  const { correct, incorrect, notAttempted } = figures;
  const failed = records.filter(({ failure }) => failure !== null).length;
  const others = records.filter((record) => !record.isAnswerable && gradeOf(record) !== undefined);
  const both = records.filter(({ judged, exact }) => judged !== undefined && exact !== undefined);
  const agreed = both.filter(({ judged, exact }) => judged === exact).length;
  const declined = shareOf(others.filter(isRight).length, others.length);
  const shares: readonly (readonly [label: string, share: EvalInterval | null])[] = [
    ['correct, of all questions (accuracy)', figures.accuracy],
    ['attempted, of all questions', figures.attempted],
    ['correct, of those attempted', figures.correctOfAttempted],
    ['F-score of accuracy and correct of attempted', figures.fScore],
    ...(declined === null ? [] : ([['rightly declined, of those without an answer', declined]] as const)),
    ...(both.length === 0
      ? []
      : ([['the same grade by both graders', shareOf(agreed, both.length)]] as const)),
  ];
  return {
    title,
    note: `${correct} correct, ${incorrect} incorrect, ${notAttempted} not attempted; ${failed} failed.`,
    columns: ['', 'share (95 % interval)'],
    rows: shares.map(([label, share]) => [label, inPercent(share)]),
  };
}

function kindsOf(records: readonly EvalRecord[]): Section | null {
  const groups = Map.groupBy(
    records.filter(({ isAnswerable }) => isAnswerable),
    ({ kind }) => kind,
  );
  if (groups.size < 2) return null;
  const rows = Array.from(groups, ([kind, members]) => {
    const accuracy = members.filter(isRight).length / members.length;
    return [kind || 'other', `${members.length}`, `${toPercent(accuracy)} %`];
  });
  return {
    title: 'Kinds of questions',
    columns: ['', 'questions', 'correct'],
    rows: rows.sort((one, other) => Number(other[1]) - Number(one[1])),
  };
}

function lossesOf(records: readonly EvalRecord[]): Section | null {
  const steps = records.flatMap(({ lostIn }) => lostIn ?? []);
  if (steps.length === 0) return null;
  return {
    title: 'Where wrong answers were lost',
    note: 'The first step behind which the right answer was not seen, by comparison.',
    columns: ['', 'questions'],
    rows: LOST_STEPS.map((step) => [step, `${steps.filter((each) => each === step).length}`]),
  };
}

function statementsOf(records: readonly EvalRecord[]): Section | null {
  const counts = records.flatMap(({ statements }) => statements ?? []);
  const sum = (name: keyof StatementCount) => counts.reduce((all, count) => all + count[name], 0);
  const checked = sum('supported') + sum('differs') + sum('notFound');
  if (checked === 0) return null;
  const row = (label: string, count: number) => [label, inPercent(shareOf(count, checked))];
  return {
    title: 'Statements',
    note: 'The verdicts of Sayso on the statements that it could check.',
    columns: ['', 'share (95 % interval)'],
    rows: [
      row('the sources support it', sum('supported')),
      row('the sources say something else', sum('differs')),
      row('not found in the sources', sum('notFound')),
    ],
  };
}

function costOf(records: readonly EvalRecord[]): Section {
  const known = records.flatMap(({ tokens }) => tokens ?? []);
  const tokens = known.reduce((sum, each) => sum + each, 0);
  const times = records.flatMap(({ failure, totalMs }) => (failure === null ? totalMs : []));
  const seconds = (share: number) => ((quantileOf(times, share) ?? Number.NaN) / 1000).toFixed(2);
  return {
    title: 'Cost and time',
    columns: ['', ''],
    rows: [
      ...(known.length === 0
        ? []
        : [
            ['tokens', `${tokens}`],
            ['tokens for each question', (tokens / known.length).toFixed(1)],
          ]),
      ['seconds, median', seconds(0.5)],
      ['seconds, 95th percentile', seconds(0.95)],
    ],
  };
}

/** The wrong answers that the report shows, and the most characters of each. */
const MAX_MISSES = 300;
const MAX_SHOWN_CHARS = 600;

function missesOf(records: readonly EvalRecord[]): Section | null {
  const misses = records.filter((record) => !isRight(record)).slice(0, MAX_MISSES);
  if (misses.length === 0) return null;
  return {
    title: 'Answers that are not right',
    columns: ['question', 'expected', 'result', 'answer'],
    rows: misses.map((record) => {
      const { question, answers, text, failure, isAnswerable, lostIn } = record;
      const outcome = failure === null ? `${gradeOf(record)}` : `failed: ${failure}`;
      return [
        question,
        isAnswerable ? answers.join(' / ') : 'no answer',
        lostIn === undefined ? outcome : `${outcome}, lost in ${lostIn}`,
        text.slice(0, MAX_SHOWN_CHARS).toWellFormed(),
      ];
    }),
  };
}

/**
 * Compares two runs over the questions that both have: the difference in accuracy with its interval by paired
 * bootstrap, and the questions whose result changed. A failed question counts as not right.
 */
export async function compareRuns(before: string, after: string): Promise<string> {
  const earlier = new Map<string, EvalRecord>();
  for await (const record of readRecords(before)) earlier.set(record.id, { ...record, text: '' });
  const pairs: { question: string; before: EvalRecord; after: EvalRecord }[] = [];
  for await (const record of readRecords(after)) {
    const other = earlier.get(record.id);
    if (other !== undefined)
      pairs.push({ question: record.question, before: other, after: { ...record, text: '' } });
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
  const resultOf = (record: EvalRecord) => gradeOf(record) ?? 'failed';
  const changed = (title: string, test: (pair: (typeof pairs)[number]) => boolean): Section | null => {
    const rows = pairs
      .filter(test)
      .map((pair) => [pair.question, resultOf(pair.before), resultOf(pair.after)]);
    return rows.length === 0 ? null : { title, columns: ['question', 'before', 'after'], rows };
  };
  const rightIn = (side: 'before' | 'after') => `${pairs.filter((pair) => isRight(pair[side])).length}`;
  return toMarkdown('Comparison of two runs', [
    {
      title: `${set}: ${target}`,
      note: `${before}, then ${after}`,
      columns: ['', 'value'],
      rows: [
        ['questions in both', `${pairs.length}`],
        ['right before', rightIn('before')],
        ['right after', rightIn('after')],
        ['difference (95 % interval)', change],
      ],
    },
    changed('Right only after', (pair) => !isRight(pair.before) && isRight(pair.after)),
    changed('Right only before', (pair) => isRight(pair.before) && !isRight(pair.after)),
  ]);
}

function toMarkdown(title: string, sections: readonly (Section | null)[]): string {
  const parts = sections.filter((section) => section !== null).map(toPart);
  return `# ${title}\n\n${parts.join('\n\n')}\n`;
}

function toPart({ title, note = '', columns, rows }: Section): string {
  const line = (cells: readonly string[]) => `| ${cells.map(toCell).join(' | ')} |`;
  const table = [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
  return [`## ${title}`, note, table].filter((part) => part !== '').join('\n\n');
}

/** A cell has one line, no bar that would end it, and nothing that a page would run. */
function toCell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function inPercent(interval: EvalInterval | null): string {
  if (interval === null) return '–';
  const { value, lower, upper } = interval;
  return `${toPercent(value)} % (${toPercent(lower)} to ${toPercent(upper)})`;
}

function toPercent(share: number): string {
  return (100 * share).toFixed(1);
}
