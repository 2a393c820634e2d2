import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { Hit, Page } from '../core/source.ts';
import { type ReadPage, readHits } from './read.ts';

const nobody = new AbortController().signal;
assertNothingListens(nobody);
const hit = (name: string): Hit => ({ url: `https://${name}.test/`, title: name, snippet: name });
const pageAt = (url: string): Page => ({
  url,
  title: '',
  text: 'Text.',
  language: null,
  publishedAt: null,
  siteName: null,
  author: null,
});
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(abortReason(signal)), { once: true }),
  );

test('yields each page as it arrives, a fast one before a slow one', async () => {
  const slow = Promise.withResolvers<void>();
  const readPage: ReadPage = async (url) => {
    if (url.includes('slow')) await slow.promise;
    return { status: 'read', page: pageAt(url) };
  };
  const told: string[] = [];
  for await (const reading of readHits(readPage, [hit('slow'), hit('fast')], { timeoutMs: 5000 }, nobody)) {
    told.push(reading.status === 'read' ? reading.page.url : reading.reason);
    slow.resolve();
  }
  assert.deepEqual(told, ['https://fast.test/', 'https://slow.test/']);
});

test('skips pages that have not arrived in time, and keeps the rest', async () => {
  let isStopped = false;
  const readPage: ReadPage = async (url, signal) => {
    if (url.includes('fast')) return { status: 'read', page: pageAt(url) };
    await untilAborted(signal).catch(() => {
      isStopped = true;
    });
    throw abortReason(signal);
  };
  const told = await Array.fromAsync(
    readHits(readPage, [hit('hangs'), hit('fast')], { timeoutMs: 50 }, nobody),
  );
  assert.deepEqual(
    told.map(({ status }) => status),
    ['read', 'skipped'],
  );
  assert.match(told[1]?.status === 'skipped' ? told[1].reason : '', /in time/);
  assert.ok(isStopped);
});

test('a reader that fails costs only its page', async () => {
  const readPage: ReadPage = async () => {
    throw new Error('a fault of our own');
  };
  const told = await Array.fromAsync(readHits(readPage, [hit('a')], { timeoutMs: 5000 }, nobody));
  assert.equal(told[0]?.status, 'skipped');
});

test('does not read hits that already have their text', async () => {
  const readPage: ReadPage = async (url) => ({ status: 'read', page: pageAt(url) });
  const told = await Array.fromAsync(
    readHits(readPage, [{ ...hit('a'), text: 'Whole.' }], { timeoutMs: 5000 }, nobody),
  );
  assert.deepEqual(told, []);
});

test('stops all reading when the caller aborts, and when the generator is closed early', async () => {
  let stopped = 0;
  const readPage: ReadPage = async (url, signal) => {
    if (url.includes('fast')) return { status: 'read', page: pageAt(url) };
    await untilAborted(signal).catch(() => stopped++);
    throw abortReason(signal);
  };
  const caller = new AbortController();
  const running = Array.fromAsync(
    readHits(readPage, [hit('a'), hit('b')], { timeoutMs: 60_000 }, caller.signal),
  );
  caller.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(running, /The caller left/);
  for await (const _ of readHits(readPage, [hit('fast'), hit('c')], { timeoutMs: 60_000 }, nobody)) break;
  await Promise.resolve();
  assert.equal(stopped, 3);
});
