import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadPage } from './read-page.ts';

const signal = new AbortController().signal;
const extracted = {
  title: 'A',
  text: 'Words.',
  language: 'en',
  publishedAt: null,
  siteName: null,
  author: null,
};
const fetched = (body: string, charset: string | null = 'utf-8') =>
  ({ status: 'fetched', url: 'u', body: Buffer.from(body), contentType: 'text/html', charset }) as never;

test('a page that was not fetched or read says why, and only as many wait as fit', async () => {
  const skipped = { status: 'skipped', reason: 'no' } as const;
  const none = createReadPage({ fetch: async () => skipped }, { read: () => assert.fail('nothing to read') });
  assert.deepEqual(await none('https://a.example/', signal), skipped);

  const waiting: PromiseWithResolvers<typeof skipped>[] = [];
  const read = () => {
    const outcome = Promise.withResolvers<typeof skipped>();
    waiting.push(outcome);
    return outcome.promise;
  };
  const readPage = createReadPage({ fetch: async () => fetched('12345') }, { read }, { maxWaitingBytes: 20 });
  const [first, second] = [readPage('a', signal), readPage('b', signal)];
  const third = await readPage('c', signal);
  assert.match(third.status === 'skipped' ? third.reason : '', /too many pages/);
  waiting[0]?.reject(new Error('left'));
  await assert.rejects(first);
  waiting[1]?.resolve(skipped);
  assert.deepEqual(await second, skipped);
  const next = readPage('d', signal);
  const after = readPage('e', signal);
  await new Promise((resolve) => setImmediate(resolve));
  for (const each of waiting) each.resolve(skipped);
  assert.deepEqual(await Promise.all([next, after]), [skipped, skipped]);
});

const html = (body: string) => fetched(`<html><script src="a.js"></script>${body}</html>`);
/** The text of a page is its HTML without tags. */
const pool = {
  read: async (bytes: Uint8Array) => {
    const text = Buffer.from(bytes)
      .toString()
      .replace(/<[^>]*>/g, '');
    if (text === '') return { status: 'skipped', reason: 'it shows no text', isEmpty: true } as const;
    return { status: 'read', extracted: { ...extracted, text } } as const;
  },
};
const LONG = 'Words. '.repeat(100);

/** Reads a page that is fetched like this, and of which a browser shows `rendered`. */
async function readWith(outcome: unknown, rendered: unknown) {
  let isAsked = false;
  const render = async () => {
    isAsked = true;
    return rendered as never;
  };
  const fallback = { kind: 'cdp', timeoutMs: 60_000, render } as const;
  const readPage = createReadPage({ fetch: async () => outcome as never }, pool, { fallback });
  const read = await readPage('https://a.example/', signal);
  const told = read.status === 'read' ? [read.page.text, read.page.renderedBy] : [read.reason];
  return { isAsked, told, isPartial: read.status === 'read' && read.isPartial === true };
}

test('a page that came empty, blocked or waiting for a script is rendered, and says by what', async () => {
  const rendered = { status: 'ok', html: `<p>${LONG}</p>` };
  for (const outcome of [html(''), html('Loading'), { status: 'skipped', reason: 'no', isBlocked: true }])
    assert.deepEqual(await readWith(outcome, rendered), {
      isAsked: true,
      told: [LONG, 'cdp'],
      isPartial: false,
    });
});

test('a page with text, without scripts or out of reach is not rendered', async () => {
  for (const outcome of [html(LONG), fetched('Short.'), { status: 'skipped', reason: 'no' }])
    assert.equal((await readWith(outcome, null)).isAsked, false);
});

test('a page that could not be rendered is read as it came, and not cached', async () => {
  const failed = { status: 'failed', reason: 'timeout', cause: 'not ready' };
  assert.deepEqual(await readWith(html('Loading'), failed), {
    ...{ isAsked: true, told: ['Loading', undefined], isPartial: true },
  });
  assert.deepEqual((await readWith(html('Loading'), null)).told, ['Loading', undefined]);
  assert.deepEqual((await readWith(html(''), failed)).told, ['it shows no text (cdp: not ready)']);
  const same = { status: 'ok', html: 'Loading' };
  assert.deepEqual((await readWith(html('Loading'), same)).told, ['Loading', undefined]);
});
