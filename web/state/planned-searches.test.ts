import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageStep } from './messages.ts';
import { searchesOf } from './planned-searches.ts';

const slot = (status: string): PageStep => ({
  ...{ kind: 'slot', engine: 'engine_a', status, cause: '', reason: '', tookMs: 1, ignored: [] },
});
const page = (url: string, reason = ''): PageStep => ({ kind: 'page', url, reason, tookMs: 1 });
const query = (search: number, found?: readonly string[]): PageStep => ({
  ...{ kind: 'query', query: 'q', search },
  ...(found !== undefined && { found }),
});

test('each search of a plan has what it found, and the pages of it that were read', () => {
  const [a, b, c] = ['https://a.test/', 'https://b.test/', 'https://c.test/'];
  const first = [query(0, [a, b, c]), slot('ok'), query(1, [b]), slot('failed'), slot('ok')];
  const steps = [...first, page(a), page(b), page(c, 'late'), query(2), slot('empty')];
  assert.deepEqual(searchesOf(steps), [
    { outcome: 'ok', results: 3, pages: 2 },
    { outcome: 'ok', results: 1, pages: 1 },
    { outcome: 'empty', results: 0, pages: 0 },
  ]);
});
