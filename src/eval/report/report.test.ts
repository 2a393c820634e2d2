import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EvalRecord } from '../grading/eval-record.ts';
import { compareRuns } from './compare-runs.ts';
import { bootstrapOf, quantileOf, shareOf } from './intervals.ts';
import { toSections } from './sections.ts';
import { failedStepOf, summarise } from './summary.ts';
import { writeReport } from './write-report.ts';

const plan = {
  version: '1',
  set: 'ships',
  questions: 10,
  seed: 1,
  target: 'it',
  depth: 'quick',
  settings: {},
};
const seen = { inHits: true, inPages: true, inContext: true };
const usual: EvalRecord = {
  id: '1',
  kind: '',
  question: 'Which?',
  answers: ['A'],
  isAnswerable: true,
  text: 'A',
  language: 'en',
  model: 'm',
  failure: null,
  exact: 'correct',
  retrieval: seen,
  calls: 1,
  tokens: 100,
  citations: { statements: 2, supportedAndCited: 1, citations: 4, rightCitations: 3 },
  answerTokens: 20,
  firstMs: 100,
  totalMs: 200,
};
const record = (id: string, part: Partial<EvalRecord> = {}): EvalRecord => ({ ...usual, id, ...part });
const failed = (id: string): EvalRecord => {
  const { exact: _none, ...rest } = usual;
  return {
    ...rest,
    id,
    failure: 'The model failed.',
    text: '',
    firstMs: null,
    totalMs: 9000,
    retrieval: null,
  };
};

/** A folder with a run. */
async function writeRun(path: string, records: readonly EvalRecord[], part: object = {}): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'run.json'), JSON.stringify({ ...plan, ...part }));
  for (const each of records) await appendFile(join(path, 'answers.jsonl'), `${JSON.stringify(each)}\n`);
}

test('a wrong answer belongs to the first step behind which the right one was not seen', () => {
  const stepOf = (retrieval: Partial<typeof seen>, part: Partial<EvalRecord> = {}) =>
    failedStepOf(record('1', { exact: 'incorrect', retrieval: { ...seen, ...retrieval }, ...part }));
  assert.equal(stepOf({}), 'writing');
  assert.equal(stepOf({ inContext: false }), 'selection');
  assert.equal(stepOf({ inPages: false, inContext: false }), 'reading');
  assert.equal(stepOf({ inHits: false, inPages: false, inContext: false }), 'search');
  assert.equal(stepOf({}, { exact: 'not-attempted' }), 'writing');
  assert.equal(stepOf({}, { exact: 'correct' }), null);
  assert.equal(stepOf({}, { judged: 'correct' }), null);
  assert.equal(stepOf({}, { isAnswerable: false }), null);
  assert.equal(stepOf({}, { retrieval: null }), null);
});

test('the figures are those of the definitions', () => {
  const records = [
    ...Array.from({ length: 6 }, (_, at) => record(`c${at}`, { kind: 'x' })),
    record('i', { exact: 'incorrect', judged: 'incorrect', kind: 'y', totalMs: 900 }),
    record('n', { exact: 'not-attempted', judged: 'incorrect', kind: 'y' }),
    failed('f'),
    record('u', { isAnswerable: false, exact: 'not-attempted' }),
  ];
  const summary = summarise(records, { input: 10, output: 100 });
  const { exact, model, citations, retrieval } = summary;
  assert.deepEqual([exact.correct, exact.incorrect, exact.notAttempted, exact.graded], [6, 1, 1, 8]);
  assert.deepEqual([exact.accuracy?.value, exact.attempted?.value], [6 / 9, 7 / 9]);
  assert.deepEqual([exact.correctOfAttempted?.value, exact.fScore?.value], [6 / 7, 12 / 16]);
  assert.deepEqual([model?.graded, summary.agreement?.value, summary.declined?.value], [2, 0.5, 1]);
  assert.deepEqual(
    [citations?.precision?.value, citations?.recall?.value, retrieval?.misses.writing],
    [0.75, 0.5, 2],
  );
  assert.deepEqual([summary.calls, summary.tokens, summary.failed], [10, 1000, 1]);
  assert.equal(summary.cost, (800 * 10 + 200 * 100) / 1_000_000);
  assert.deepEqual(summary.totalMs, { median: 200, p95: 900 });
  assert.deepEqual(summary.failures, [{ reason: 'The model failed.', count: 1 }]);
  assert.deepEqual(
    summary.kinds.map(({ kind, questions }) => [kind, questions]),
    [
      ['x', 6],
      ['y', 2],
      ['other', 1],
    ],
  );
});

test('intervals hold the value, are narrower with more cases, and are the same each time', () => {
  const wilson = shareOf(8, 10);
  assert.deepEqual([wilson?.lower.toFixed(3), wilson?.upper.toFixed(3)], ['0.490', '0.943']);
  const widthOf = (cases: number) => {
    const share = shareOf(cases / 2, cases);
    return (share?.upper ?? 0) - (share?.lower ?? 0);
  };
  assert.ok(widthOf(100) < widthOf(10));
  const mean = (sample: readonly number[]) => sample.reduce((sum, each) => sum + each, 0) / sample.length;
  const ones = Array.from({ length: 50 }, (_, at) => at % 2);
  const interval = bootstrapOf(ones, mean);
  assert.deepEqual(interval, bootstrapOf(ones, mean));
  assert.ok(interval !== null && interval.lower < 0.5 && interval.upper > 0.5 && interval.lower > 0.3);
  assert.deepEqual([shareOf(0, 0), bootstrapOf([], mean), quantileOf([], 0.5)], [null, null, null]);
  assert.deepEqual([quantileOf([3, 1, 2], 0.5), quantileOf([3, 1, 2], 0.95)], [2, 3]);
});

test('a report has the same figures in all its forms, and nothing of an answer is markup', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-report-'));
  const evil = record('2', {
    exact: 'incorrect',
    text: '<script>alert(1)</script>',
    question: 'a | b\n<b>?',
  });
  await writeRun(folder.path, [record('1'), evil, failed('3')]);
  const { markdown } = await writeReport(folder.path, { prices: null, judge: 'both' });
  const read = (name: string) => readFile(join(folder.path, name), 'utf8');
  assert.equal(await read('report.md'), markdown);
  assert.match(markdown, /\| correct, of all questions \(accuracy\) \| 33\.3 % \(6\.1 to 79\.2\) \|/);
  assert.match(markdown, /The run is not complete\./);
  const html = await read('report.html');
  assert.match(html, /33\.3 % \(6\.1 to 79\.2\)/);
  assert.ok(html.includes('&lt;script&gt;alert(1)') && !html.includes('<script') && !html.includes('<b>'));
  assert.match(html, /failed: The model failed\./);
  const { summary } = JSON.parse(await read('report.json'));
  assert.equal(summary.exact.correct, 1);
});

test('what is not known is left out of a report', () => {
  const sections = toSections(
    plan,
    summarise([record('1', { retrieval: null, citations: null })], null),
    'both',
  );
  assert.deepEqual(
    sections.map(({ title }) => title),
    ['Run', 'Answers, by comparison', 'Cost and time'],
  );
});

test('two runs are compared by the questions that both have, and what changed is listed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-compare-'));
  const [before, after] = [join(folder.path, 'a'), join(folder.path, 'b')];
  const many = (exact: 'correct' | 'incorrect') =>
    Array.from({ length: 20 }, (_, at) => record(`${at}`, { exact, question: `Q${at}?` }));
  await writeRun(before, [...many('incorrect'), record('only')]);
  await writeRun(after, [...many('correct').slice(0, 19), failed('19')]);
  const [table, gained, ...others] = await compareRuns(before, after);
  assert.deepEqual(table?.rows[0], ['questions in both', '20']);
  assert.match(table?.rows[3]?.[1] ?? '', /^\+95\.0 points \(\+85\.0 points to \+100\.0 points\)$/);
  assert.deepEqual([gained?.rows.length, gained?.rows[0]], [19, ['Q0?', 'incorrect', 'correct']]);
  assert.deepEqual(others, []);
  await assert.rejects(compareRuns(before, join(folder.path, 'none')), /has no run/);
});
