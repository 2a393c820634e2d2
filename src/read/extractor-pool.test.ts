import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pdfBombs } from '../../test/support/pdf-bombs.ts';
import { createExtractorPool } from './extractor-pool.ts';

const pool = createExtractorPool({ maxThreads: 1, startMs: 60_000, maxMs: 60_000 });
after(() => pool.close());

const signal = new AbortController().signal;
const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));
const PROSE =
  'The harbour was built in 1887 and has been widened twice since, each time at the cost of the town.';
const page = () => bytesOf(`<title>Harbour</title><body><article><p>${PROSE}</p></article></body>`);

test('reads a page in another thread', async () => {
  const content = await pool.read(page(), 'text/html', signal);
  assert.equal(content.status, 'read');
  if (content.status === 'read') assert.equal(content.extracted.text, PROSE);
});

test('the thread that is prepared is the one that reads the first page', async () => {
  const prepared = createExtractorPool({ maxThreads: 1, startMs: 60_000, maxMs: 60_000 });
  let started = 0;
  const count = () => started++;
  process.on('worker', count);
  try {
    await Promise.all([prepared.prepare(), prepared.prepare()]);
    assert.equal(started, 1);
    assert.equal((await prepared.read(page(), 'text/html', signal)).status, 'read');
    assert.equal(started, 1);
  } finally {
    process.off('worker', count);
    await prepared.close();
  }
});

test('skips a page that takes too long, and reads the next', async () => {
  const hasty = createExtractorPool({ maxThreads: 1, startMs: 60_000, maxMs: 1 });
  try {
    const long = bytesOf(`<p>${`<b>${PROSE}</b>`.repeat(20_000)}</p>`);
    assert.deepEqual(await hasty.read(long, 'text/html', signal), {
      status: 'skipped',
      reason: 'it took too long to read',
    });
  } finally {
    await hasty.close();
  }
  assert.equal((await pool.read(page(), 'text/html', signal)).status, 'read');
});

test('a thread that runs out of memory costs only its page, and is reported', async () => {
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const poor = createExtractorPool({ maxThreads: 1, maxHeapMb: 4, startMs: 1_000, onFault });
  // On a busy machine, a thread may exceed its start limit before it runs out of memory.
  do assert.equal((await poor.read(page(), 'text/html', signal)).status, 'skipped');
  while (faults.length === 0);
  await poor.close();
});

test('an answer with many slow pages does not block the page of another answer', async () => {
  const shared = createExtractorPool({ maxThreads: 1, startMs: 60_000, maxMs: 60_000, busyMs: 1 });
  try {
    const slow = { name: '' };
    const hostile = () => bytesOf(`<p>${`<b>${PROSE}</b>`.repeat(20_000)}</p>`);
    const order: string[] = [];
    const many = [1, 2, 3].map(async (nth) => {
      await shared.read(hostile(), 'text/html', signal, slow);
      order.push(`slow ${nth}`);
    });
    // On a busy machine, this page may be skipped as well, so the test checks only its place in the order.
    const other = shared.read(page(), 'text/html', signal).then(() => {
      order.push('other');
    });
    await Promise.all([...many, other]);
    assert.deepEqual(order.slice(0, 2), ['slow 1', 'other']);
  } finally {
    await shared.close();
  }
});

test('a thread that uses too much memory outside of its heap costs only its page', async () => {
  const full = createExtractorPool({ maxThreads: 1, startMs: 60_000, maxMs: 60_000, maxOutsideMb: 0 });
  try {
    const long = bytesOf(`<p>${`<b>${PROSE}</b>`.repeat(20_000)}</p>`);
    assert.deepEqual(await full.read(long, 'text/html', signal), {
      status: 'skipped',
      reason: 'it took too much memory to read',
    });
    assert.equal((await pool.read(page(), 'text/html', signal)).status, 'read');
  } finally {
    await full.close();
  }
});

test('a PDF that unpacks to too much is skipped with the reason, and the next page is read', async () => {
  const bomb = new Uint8Array(pdfBombs['nine streams of one page']?.() ?? []);
  assert.deepEqual(await pool.read(bomb, 'application/pdf', signal), {
    status: 'skipped',
    reason: 'it is a PDF that takes too much memory when it is unpacked',
  });
  assert.equal((await pool.read(page(), 'text/html', signal)).status, 'read');
});
