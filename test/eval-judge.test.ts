import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { answerWith, startChatServer } from './support/chat-server.ts';
import { type EvalFolder, questionWithPages, shipOf, writeSet } from './support/evaluated.ts';
import { refusing } from './support/model-server.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => questionWithPages(at));
const reportOf = async ({ path }: EvalFolder) =>
  JSON.parse(await readFile(join(path, 'run', 'report.json'), 'utf8')).summary;
const settings = (writer: string) => ({ MODEL_BASE_URL: writer, MODEL_NAME: 'scripted' });
const byModel = (url: string) => ['--judge-model', 'judge', '--judge-server', url];

test('a judge that errs in a known way has exactly these figures, and its replies are kept', async () => {
  await using writer = await startChatServer((response, call) =>
    answerWith(response, [shipOf(call) < 12 ? `It is Marigold ${shipOf(call)} [1].` : 'It is the Tulip.']),
  );
  // Right about 10 of the 12 correct answers and 7 of the 8 others.
  const verdictOf = (ship: number) =>
    ship < 10 || ship === 12 ? 'CORRECT' : ship < 13 ? 'NOT_ATTEMPTED' : 'Surely INCORRECT.';
  await using judge = await startChatServer((response, call) =>
    answerWith(response, [verdictOf(shipOf(call))]),
  );
  await using folder = await writeSet(rows(20));
  const environment = settings(writer.url);
  await folder.run(['--judge', 'both', '--concurrency', '4', ...byModel(judge.url)], { environment });
  const { exact, model, agreement } = await reportOf(folder);
  assert.deepEqual([exact.correct, exact.incorrect], [12, 8]);
  assert.deepEqual([model.correct, model.incorrect, model.notAttempted], [11, 7, 2]);
  assert.equal(agreement.value, 17 / 20);
  assert.equal(judge.calls.length, 20);
  const kept = (await readFile(join(folder.path, 'run', 'judge.jsonl'), 'utf8')).trim().split('\n');
  const [first] = kept.map((line) => JSON.parse(line));
  assert.deepEqual([kept.length, first.model, typeof first.tokens], [20, 'judge', 'number']);
  assert.match(first.user, /Right:\n- Marigold \d+/);
  assert.match(first.system, /NOT_ATTEMPTED/);

  const typed = ['x', ...Array.from({ length: 11 }, () => 'c'), ...Array.from({ length: 9 }, () => 'i')];
  const { printed } = await folder.run(['--resume', '--review', '15'], { environment, typed });
  assert.match(printed, /graded by hand: 15\./);
  assert.equal(judge.calls.length, 20);
  const reviewed = (await folder.records()).filter((record) => record.reviewed !== undefined);
  assert.equal(reviewed.filter((record) => record.reviewed === 'correct').length, 11);
});

test('an answer whose judge fails is judged when the run goes on, and the operator may leave', async () => {
  await using writer = await startChatServer((response, call) =>
    answerWith(response, [`It is Marigold ${shipOf(call)}.`]),
  );
  await using judge = await startChatServer((response, call, count) =>
    count === 2
      ? refusing(400)(response, call, count)
      : answerWith(response, [count === 3 ? 'Hm.' : 'CORRECT']),
  );
  await using folder = await writeSet(rows(4));
  const environment = settings(writer.url);
  await folder.run(['--judge', 'model', ...byModel(judge.url)], { environment });
  assert.equal((await reportOf(folder)).model.graded, 2);
  const { printed } = await folder.run(
    ['--resume', '--judge', 'model', '--review', '3', ...byModel(judge.url)],
    {
      environment,
      typed: ['c'],
    },
  );
  assert.equal((await reportOf(folder)).model.graded, 4);
  assert.match(printed, /graded by hand: 1\./);
  assert.doesNotMatch(printed, /Answers, by comparison/);
  assert.equal(writer.calls.length, 4);
});

test('a judge has to be configured, and is not the comparison by accident', async () => {
  await using folder = await writeSet(rows(1));
  const environment = { MODEL_PROVIDER: 'extractive' };
  await assert.rejects(folder.run(['--judge', 'model'], { environment }), /--judge needs --judge-model/);
  assert.deepEqual(await folder.records(), []);
  await assert.rejects(
    folder.run(['--judge', 'nobody'], { environment, out: 'x' }),
    /--judge must be one of/,
  );
});
