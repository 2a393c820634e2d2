import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadPage } from './pages.ts';

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

test("a page is fetched and read under the caller's signal", async () => {
  const seen: unknown[] = [];
  const readPage = createReadPage(
    {
      fetch: async (url, given) => {
        seen.push(url, given);
        return fetched('<p>Words.</p>');
      },
    },
    {
      read: async (bytes, contentType, given) => {
        seen.push(Buffer.from(bytes).toString(), contentType, given);
        return { status: 'read', extracted };
      },
    },
  );
  const reading = await readPage('https://a.example/', signal);
  assert.ok(reading.status === 'read');
  const { readAt = '', ...page } = reading.page;
  assert.deepEqual(page, { url: 'https://a.example/', ...extracted });
  assert.equal(new Date(readAt).toISOString(), readAt);
  assert.deepEqual(seen, ['https://a.example/', signal, '<p>Words.</p>', 'text/html; charset=utf-8', signal]);
});

test('a page without a stated charset is passed on without one', async () => {
  for (const charset of [null, '']) {
    let type = '';
    const read = async (_: unknown, contentType: string) => {
      type = contentType;
      return { status: 'read', extracted } as const;
    };
    await createReadPage({ fetch: async () => fetched('x', charset) }, { read })(
      'https://a.example/',
      signal,
    );
    assert.equal(type, 'text/html');
  }
});

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
  const readPage = createReadPage({ fetch: async () => fetched('12345') }, { read }, 20);
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
