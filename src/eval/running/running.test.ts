import assert from 'node:assert/strict';
import { appendFile, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import type { EvalQuestion } from '../sets/eval-question.ts';
import type { EvalReply } from '../targets/eval-reply.ts';
import { askAndGrade } from './ask-and-grade.ts';
import { describeTime, showProgress } from './progress.ts';
import { retryRateLimited } from './retry-rate-limited.ts';
import { runEach } from './run-each.ts';
import { openRunFolder, readRecords } from './run-folder.ts';
import { costOf, estimateSpending } from './spending.ts';

const { signal } = new AbortController();
const question = (id: string): EvalQuestion => ({
  id,
  question: 'Q?',
  answers: ['A'],
  patterns: [],
  kind: '',
  asOf: null,
  pages: null,
});
const asked: EvalReply = {
  text: 'A',
  language: 'en',
  model: 'm',
  failure: null,
  retrieval: null,
  citations: null,
  calls: 1,
  tokens: 10,
  firstMs: 1,
  totalMs: 2,
};
const plan = { version: '1', set: 's', questions: 2, seed: 1, target: 't', depth: 'quick', settings: {} };

test('a few items are worked on at a time, and none is read before its turn', async () => {
  let [open, most, read, done] = [0, 0, 0, 0];
  async function* counted() {
    for (let at = 0; at < 20; at++) {
      read++;
      yield at;
    }
  }
  const work = async () => {
    most = Math.max(most, ++open);
    assert.ok(read - done <= 4);
    await new Promise(setImmediate);
    open--;
    done++;
  };
  await runEach({ items: counted(), concurrency: 3, mayGoOn: () => true, work }, signal);
  assert.deepEqual([done, most], [20, 3]);
  await runEach({ items: counted(), concurrency: 1, mayGoOn: () => done < 23, work }, signal);
  assert.equal(done, 23);
  const failing = async () => assert.fail('first');
  const run = { items: counted(), concurrency: 1, mayGoOn: () => true, work: failing };
  await assert.rejects(runEach(run, signal), /first/);
});

test('when one call is asked to wait, all wait, and then it is made again', async () => {
  const waits: number[] = [];
  let calls = 0;
  const ask = retryRateLimited(
    async (text: string) => {
      if (++calls <= 2) throw new Failure('rate-limited', 'busy', { retryAfterMs: calls });
      return text;
    },
    (waitMs) => waits.push(waitMs),
  );
  assert.equal(await ask('done', signal), 'done');
  assert.deepEqual([calls, waits], [3, [1, 2]]);
});

test('a question that fails has its failure as the reply, and only a refused key ends the run', async () => {
  const failing = (failure: Error) => askAndGrade(() => Promise.reject(failure), question('1'), signal);
  assert.equal((await failing(new Failure('model-unavailable', 'no'))).failure, 'no');
  assert.match((await failing(new Error('x'))).failure ?? '', /went wrong/);
  await assert.rejects(failing(new Failure('unauthorized', 'key')), /key/);
});

test('a folder has every record, removes a line that was cut off, and refuses another run', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-run-'));
  const open = (isResumed: boolean, other: object = {}) =>
    openRunFolder(folder.path, { ...plan, ...other }, isResumed);
  const run = open(false);
  const record = { ...asked, ...question('1'), isAnswerable: true, answerTokens: 1 };
  run.add({ ...record, failure: 'no' });
  run.add({ ...record, id: '2' });
  run.add(record);
  await appendFile(join(folder.path, 'answers.jsonl'), '{"id":"3","que');
  assert.equal((await Array.fromAsync(readRecords(folder.path))).length, 2);
  const again = await Array.fromAsync(open(true).records(), ({ id, failure }) => [id, failure]);
  assert.deepEqual(again, [
    ['2', null],
    ['1', null],
  ]);
  assert.match(await readFile(join(folder.path, 'answers.jsonl'), 'utf8'), /}\n$/);
  assert.throws(() => open(false), /--resume/);
  assert.throws(() => open(true, { seed: 2 }), /its seed differs/);
});

test('the expected cost is printed before the start, and more than is allowed is not started', () => {
  const each = { tokens: 3000, answerTokens: 200 };
  const limits = { prices: { input: 1, output: 10 }, maxTokens: null, maxCost: null };
  assert.match(estimateSpending(1000, each, limits), /3\.0 million tokens, which cost about 4\.80$/);
  assert.match(
    estimateSpending(1000, each, limits, 600),
    /about 4\.80; the judge takes about 600,000 tokens$/,
  );
  assert.throws(() => estimateSpending(1, each, { ...limits, maxTokens: 3100 }, 600), /--max-tokens/);
  assert.throws(() => estimateSpending(1000, each, { ...limits, maxCost: 4 }), /--max-cost/);
  assert.throws(() => estimateSpending(1000, each, { ...limits, maxTokens: 1 }), /--max-tokens/);
  assert.throws(() => estimateSpending(1, each, { ...limits, prices: null, maxCost: 4 }), /--price-input/);
  assert.match(estimateSpending(9, { tokens: 0, answerTokens: 0 }, limits), /no model is called/);
  assert.match(estimateSpending(1, { tokens: 280, answerTokens: 200 }, limits), /about 280 tokens/);
  assert.match(estimateSpending(1, { tokens: 999_600, answerTokens: 200 }, limits), /about 1\.0 million/);
  assert.equal(costOf({ tokens: 1_000_000, answerTokens: 0 }, null), null);
});

test('progress has the rate and the time left, on one line of a terminal and on few lines elsewhere', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const progress = showProgress(100, 50, output);
  for (let at = 0; at < 50; at++) progress.step(at % 2 === 0);
  progress.end();
  assert.equal(written.length, 5);
  assert.match(
    written.at(-1) ?? '',
    /^100 of 100 questions, [\d.]+ a minute, 0 s left, 50 % of these correct\n$/,
  );
  const terminal = showProgress(2, 0, { ...output, isTTY: true });
  terminal.step(null);
  terminal.end();
  assert.match(written.at(-2) ?? '', /^\r.*1 of 2 questions/);
  assert.deepEqual([90_000, 600_000, 7_200_000, Number.NaN].map(describeTime), [
    '90 s',
    '10 min',
    '2.0 h',
    'an unknown time',
  ]);
});
