import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { questionWithPages, writeSet } from '../support/evaluated.ts';
import { killAndResume } from '../support/killed-runs.ts';

test('a run that is killed at random moments and resumed has the report of one that was not', async () => {
  const counts = await killAndResume(2, 1);
  assert.equal(counts.length, 2);
});

/** Reads every question of a set, as a run does. */
const READ_ALL = `
const [path, src] = process.argv.slice(-2);
const { openSet } = await import(src + 'sets.ts');
const { runEach } = await import(src + 'run.ts');
const set = await openSet({ path, pagesPath: null, count: null, seed: 1 });
let done = 0;
const work = async () => void done++;
await runEach({ items: set.questions(), concurrency: 4, work }, new AbortController().signal);
console.log(done);
`;

test('a thousand questions with 130 MB of pages are asked with 48 MB of memory', async () => {
  const long = { url: 'https://long.test/', title: 'Long', text: 'A long page. '.repeat(10_000) };
  const rows = Array.from({ length: 1000 }, (_, at) => ({ ...questionWithPages(at), pages: [long] }));
  await using folder = await writeSet(rows);
  const src = new URL('../../packages/eval/', import.meta.url).href;
  const options = ['--max-old-space-size=48', '--input-type=module', '--eval', READ_ALL];
  const child = spawn(process.execPath, [...options, '--', join(folder.path, 'set.jsonl'), src]);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.equal(out.trim(), '1000', errors.slice(0, 2000));
});
