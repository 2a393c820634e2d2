import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cache } from '../cache/cache.ts';
import type { Page, PageResult } from '../core/source.ts';
import { cachedPages, parsePage } from './cached-pages.ts';

const nobody = new AbortController().signal;
const page: Page = {
  url: 'https://a.test/',
  title: 'A',
  text: 'An axolotl.',
  language: null,
  publishedAt: null,
  siteName: null,
  author: null,
};

/** A cache that keeps everything as JSON, like a store. */
function memory(): Cache<Page> {
  const texts = new Map<string, string>();
  return {
    async get(key) {
      const value = parsePage(JSON.parse(texts.get(key) ?? 'null'));
      return value === null ? null : { value, ageMs: 0 };
    },
    async set(key, value) {
      texts.set(key, JSON.stringify(value));
    },
  };
}

function counted(outcome: PageResult) {
  const seen = { reads: 0 };
  const read = async () => {
    seen.reads++;
    return outcome;
  };
  const keeping = { cache: memory(), fingerprint: 'f', count: () => undefined };
  const cached = cachedPages(read, keeping);
  return {
    seen,
    usual: cached,
    fresh: (url: string, signal: AbortSignal) => cached(url, signal, { fresh: true }),
  };
}

test('a page is read once per URL', async () => {
  const { usual, seen } = counted({ status: 'read', page });
  const outcomes = [await usual(page.url, nobody), await usual(page.url, nobody)];
  assert.deepEqual(outcomes, [
    { status: 'read', page },
    { status: 'read', page },
  ]);
  await usual('https://b.test/', nobody);
  assert.equal(seen.reads, 2);
});

test('a page that has to be read anew is read, and cached for others', async () => {
  const { usual, fresh, seen } = counted({ status: 'read', page });
  for (const read of [usual, fresh, usual]) await read(page.url, nobody);
  assert.equal(seen.reads, 2);
});

test('a cached page of another version, or with more text than a page has, is rejected', () => {
  assert.deepEqual(parsePage(page), page);
  assert.equal(parsePage({ ...page, editor: 'A' }), null);
  assert.equal(parsePage({ ...page, title: 'A'.repeat(3_000) }), null);
  assert.equal(parsePage({ ...page, text: 'a'.repeat(2_000_001) }), null);
});
