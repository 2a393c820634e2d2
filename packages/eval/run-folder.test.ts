import assert from 'node:assert/strict';
import { appendFile, mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { EvalRecord } from './record.ts';
import { openRunFolder, readRecords } from './run-folder.ts';

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
