import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EvalRecord } from './record.ts';
import { accuracyOf, compareRuns, summarise, writeReport } from './report.ts';
import { bootstrapOf, shareOf } from './statistics.ts';

const plan = { version: '1', set: 'ships', questions: 10, seed: 1, target: 'it', depth: 'quick' };
const usual: EvalRecord = {
  ...{ id: '1', kind: '', question: 'Which?', answers: ['A'], isAnswerable: true },
  ...{ text: 'A', model: 'm', failure: null, exact: 'correct', tokens: 100, totalMs: 200 },
  statements: { supported: 2, differs: 1, notFound: 1 },
};
const record = (id: string, part: Partial<EvalRecord> = {}): EvalRecord => ({ ...usual, id, ...part });
const failed = (id: string): EvalRecord => {
  const { exact: _none, statements: _neither, ...rest } = usual;
  return { ...rest, id, failure: 'The model failed.', text: '', totalMs: 9000 };
};

/** A folder with a run. */
async function writeRun(path: string, records: readonly EvalRecord[]): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'run.json'), JSON.stringify(plan));
  for (const each of records) await appendFile(join(path, 'answers.jsonl'), `${JSON.stringify(each)}\n`);
}

test('the figures are those of the definitions', () => {
  const records = [
    ...Array.from({ length: 6 }, (_, at) => record(`c${at}`)),
    record('i', { exact: 'incorrect', judged: 'incorrect' }),
    record('n', { exact: 'not-attempted', judged: 'correct' }),
    failed('f'),
    record('u', { isAnswerable: false, exact: 'not-attempted' }),
  ];
  const summary = summarise(records);
  const { exact, model } = summary;
  assert.deepEqual([exact.correct, exact.incorrect, exact.notAttempted], [6, 1, 1]);
  assert.deepEqual([exact.accuracy?.value, exact.attempted?.value], [6 / 9, 7 / 9]);
  assert.deepEqual([exact.correctOfAttempted?.value, exact.fScore?.value], [6 / 7, 12 / 16]);
  assert.deepEqual([model?.correct, summary.failed], [1, 1]);
  assert.equal(accuracyOf(summary).toFixed(2), '11.11');
  assert.equal(accuracyOf({ ...summary, model: null }).toFixed(2), '66.67');
});

test('intervals hold the value, are narrower with more cases, and are the same each time', () => {
  const wilson = shareOf(8, 10);
  assert.deepEqual([wilson?.lower.toFixed(3), wilson?.upper.toFixed(3)], ['0.490', '0.943']);
  const mean = (sample: readonly number[]) => sample.reduce((sum, each) => sum + each, 0) / sample.length;
  const ones = Array.from({ length: 50 }, (_, at) => at % 2);
  const interval = bootstrapOf(ones, mean);
  assert.deepEqual(interval, bootstrapOf(ones, mean));
  assert.ok(interval !== null && interval.lower < 0.5 && interval.upper > 0.5 && interval.lower > 0.3);
  assert.deepEqual([shareOf(0, 0), bootstrapOf([], mean)], [null, null]);
});

test('a report has the figures and the wrong answers, and nothing of an answer is markup', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-report-'));
  const evil = record('2', {
    ...{ exact: 'incorrect', lostIn: 'selection', kind: 'y' },
    ...{ text: '<script>alert(1)</script>', question: 'a | b\n<b>?' },
  });
  await writeRun(folder.path, [record('1'), evil, failed('3')]);
  const { markdown } = await writeReport(folder.path);
  assert.equal(await readFile(join(folder.path, 'report.md'), 'utf8'), markdown);
  for (const line of [
    ...['| correct, of all questions (accuracy) | 33.3 % (6.1 to 79.2) |', 'The run is not complete.'],
    ...['| y | 1 | 0.0 % |', '| selection | 1 |', '| the sources support it | 50.0 % (21.5 to 78.5) |'],
    '| tokens for each question | 100.0 |',
    '| a \\| b &lt;b>? | A | incorrect, lost in selection | &lt;script>alert(1)&lt;/script> |',
    '| Which? | A | failed: The model failed. |  |',
  ])
    assert.ok(markdown.includes(line), `${line}\n${markdown}`);
  const { summary } = JSON.parse(await readFile(join(folder.path, 'report.json'), 'utf8'));
  assert.equal(summary.exact.correct, 1);
});

test('two runs are compared by the questions that both have, and what changed is listed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-compare-'));
  const [before, after] = [join(folder.path, 'a'), join(folder.path, 'b')];
  const many = (exact: 'correct' | 'incorrect') =>
    Array.from({ length: 20 }, (_, at) => record(`${at}`, { exact, question: `Q${at}?` }));
  await writeRun(before, [...many('incorrect'), record('only')]);
  await writeRun(after, [...many('correct').slice(0, 19), failed('19')]);
  const compared = await compareRuns(before, after);
  assert.match(compared, /^\| questions in both \| 20 \|$/m);
  assert.ok(compared.includes('| +95.0 points (+85.0 points to +100.0 points) |'), compared);
  assert.equal(compared.split('| incorrect | correct |').length, 20);
  assert.doesNotMatch(compared, /Right only before/);
  await assert.rejects(compareRuns(before, join(folder.path, 'none')), /has no run/);
});
