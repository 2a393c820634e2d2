import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CollectionProblem } from './store.ts';
import { openStoreThreads, ThreadEnded } from './store-threads.ts';

/** An index in threads, and the threads that were called. */
async function openPlace(t: TestContext, name = 'own.sqlite') {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-threads-'));
  const send = t.mock.method(Worker.prototype, 'postMessage');
  const store = openStoreThreads(join(folder.path, name), 'live');
  t.after(async () => {
    await store.close();
    await folder.remove();
  });
  const threads = () => [...new Set(send.mock.calls.map((call) => call.this as Worker))];
  return { folder: folder.path, store, threads };
}

const documentOf = (path: string, text: string) => ({
  ...{ key: path, mark: 'm', hash: 'h', is: 'document' as const },
  document: { url: null, path, title: path, text },
});

/** Lines of words, about 5 MB: to write them takes seconds. */
const LONG = Array.from(
  { length: 600_000 },
  (_, at) => `w${(at * 7_919) % 100_003}${at % 12 === 0 ? '\n' : ' '}`,
).join('');

/** The longest time of this thread's processor between two tasks while something is done, in ms. */
async function longestTask(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const before = process.threadCpuUsage();
    await pause(1);
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  await over;
  return longest;
}

test('while a long document is written, no task of the process waits for it, nor does a search', async (t) => {
  const { store, threads } = await openPlace(t);
  const source = await store.source('notes', 'a');
  await source.write([documentOf('a', 'The wombat digs.')]);
  assert.equal(threads().length, 1);
  const startedCpu = process.cpuUsage();
  let isWritten = false;
  const write = source.write([documentOf('long', LONG)]).finally(() => {
    isWritten = true;
  });
  const searches = Array.from({ length: 20 }, async () => {
    const [found] = await store.search({ text: 'Who digs?', limit: 3 });
    assert.deepEqual([found?.path, isWritten], ['a', false]);
  });
  const longest = await longestTask(Promise.all([write, ...searches]));
  const { user } = process.cpuUsage(startedCpu);
  assert.ok(user > 500_000 && longest < 100, `${longest} ms of ${user / 1_000} ms`);
  assert.equal(threads().length, 2);
  const found = await store.find('notes', 'long');
  assert.ok(found !== null && (await store.parts(found.id, 0, found.partCount)).join('') === LONG.trim());
});

test('questions at the same time are searched in two threads, and one alone needs one', async (t) => {
  const { store, threads } = await openPlace(t);
  assert.equal(threads().length, 0);
  await store.search({ text: 'anything', limit: 3 });
  await store.search({ text: 'anything', limit: 3 });
  assert.equal(threads().length, 1);
  await Promise.all([1, 2, 3].map(() => store.search({ text: 'anything', limit: 3 })));
  assert.equal(threads().length, 2);
});

test('a thread that dies fails what it was asked, in words, and what comes next is answered', async (t) => {
  const { store, threads } = await openPlace(t);
  const source = await store.source('notes', 'a');
  await source.write([documentOf('a', 'The wombat digs.')]);
  const asked = [source.counts(), store.keepOnly([])];
  const [thread] = threads();
  await thread?.terminate();
  for (const call of asked)
    await assert.rejects(
      call,
      (error) => error instanceof ThreadEnded && /has ended: exit status 1/.test(error.message),
    );
  await source.write([documentOf('b', 'The quokka smiles.')]);
  assert.equal((await source.counts()).documents, 2);
  assert.equal((await store.search({ text: 'quokka', limit: 3 }))[0]?.path, 'b');
});

test('an index that cannot be opened is told in words, and is opened when it can be', async (t) => {
  const { folder, store } = await openPlace(t, 'missing/own.sqlite');
  const isTold = (error: unknown) =>
    error instanceof CollectionProblem && /cannot be written: its folder does not exist/.test(error.message);
  await assert.rejects(store.sources(), isTold);
  await assert.rejects(store.source('notes', 'a'), isTold);
  await mkdir(join(folder, 'missing'));
  const source = await store.source('notes', 'a');
  await source.write([documentOf('a', 'The wombat digs.')]);
  await store.keepOnly([]);
  assert.deepEqual(await store.sources(), []);
});

test('to close it ends the threads when they have answered', async (t) => {
  const { store, threads } = await openPlace(t);
  const source = await store.source('notes', 'a');
  const write = source.write([documentOf('a', 'The wombat digs.')]);
  const search = store.search({ text: 'wombat', limit: 3 });
  await store.close();
  await write;
  assert.ok(Array.isArray(await search));
  assert.deepEqual(
    threads().map(({ threadId }) => threadId),
    [-1, -1],
  );
  await assert.rejects(store.search({ text: 'wombat', limit: 3 }), /the index is closed/);
});
