import assert from 'node:assert/strict';
import { appendFile, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ServerError, waitingForRoom } from './ask.ts';
import { type EvalRecord, openRunFolder, readRecords, runEach, showProgress } from './run.ts';

const { signal } = new AbortController();

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
  await runEach({ items: counted(), concurrency: 3, work }, signal);
  assert.deepEqual([done, most], [20, 3]);
  await runEach({ items: counted(), concurrency: 1, mayGoOn: () => done < 23, work }, signal);
  assert.equal(done, 23);
  const failing = async () => assert.fail('first');
  await assert.rejects(runEach({ items: counted(), concurrency: 1, work: failing }, signal), /first/);
});

test('when a server has no room, its call is made again, and other failures are thrown', async () => {
  const waits: number[] = [];
  const whenThereIsRoom = waitingForRoom((waitMs) => waits.push(waitMs));
  let calls = 0;
  const call = async () => {
    if (++calls === 1) throw new ServerError('busy', 1);
    return 'done';
  };
  assert.equal(await whenThereIsRoom(call, signal), 'done');
  assert.deepEqual([calls, waits], [2, [2000]]);
  await assert.rejects(
    whenThereIsRoom(() => Promise.reject(new ServerError('broken')), signal),
    /broken/,
  );
});

test('a folder has every record, removes a line that was cut off, and refuses another run', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-run-'));
  const plan = { version: '1', set: 's', questions: 2, seed: 1, target: 't', depth: 'quick' };
  const open = (isResumed: boolean, other: object = {}) =>
    openRunFolder(folder.path, { ...plan, ...other }, isResumed);
  const run = open(false);
  const record: EvalRecord = {
    ...{ id: '1', kind: '', question: 'Q?', answers: ['A'], isAnswerable: true },
    ...{ text: 'A', model: 'm', failure: null, tokens: 10, totalMs: 2 },
  };
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

test('progress has the rate and the time left, on one line of a terminal and on few lines elsewhere', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const progress = showProgress(100, 50, output);
  for (let at = 0; at < 50; at++) progress.step();
  progress.end();
  assert.equal(written.length, 5);
  assert.match(written.at(-1) ?? '', /^100 of 100 questions, [\d.]+ a minute, 0 s left\n$/);
  const terminal = showProgress(2, 0, { ...output, isTTY: true });
  terminal.step();
  terminal.end();
  assert.match(written.at(-2) ?? '', /^\r.*1 of 2 questions/);
});
