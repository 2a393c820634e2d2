import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cache } from '../cache/cache.ts';
import type { SearchReport } from '../core/events.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { parseReport, withCache } from './cached-search.ts';
import type { Search } from './search.ts';

const nobody = new AbortController().signal;
const query = { text: 'axolotl', limit: 5, scope: { ...ANY_SCOPE, language: 'en' } };
const found: SearchReport = {
  words: 'axolotl',
  outcome: { status: 'ok' },
  hits: [{ url: 'https://a.test/', title: 'A', snippet: 'a' }],
  slot: 2,
  trail: [],
};

/** A cache that stores all values as JSON, as a real store would. */
function memory(): Cache<SearchReport> {
  const texts = new Map<string, string>();
  return {
    async get(key) {
      const value = parseReport(JSON.parse(texts.get(key) ?? 'null'));
      return value === null ? null : { value, ageMs: 0 };
    },
    async set(key, value) {
      texts.set(key, JSON.stringify(value));
    },
  };
}

function counted(report: SearchReport = found) {
  const seen = { searches: 0, looks: [] as string[] };
  const keeping = {
    cache: memory(),
    lifetimeMs: 1000,
    fingerprint: () => 'f',
    count: (_cache: string, how: string) => void seen.looks.push(how),
  };
  const search = async (): Promise<SearchReport> => {
    seen.searches++;
    return report;
  };
  const cached = withCache(search, { cache: keeping });
  const cachedFresh: Search = (asked, ...rest) => cached({ ...asked, fresh: true }, ...rest);
  return {
    seen,
    usual: cached,
    fresh: cachedFresh,
  };
}

test('returns cached results with the slot that found them', async () => {
  const { usual, seen } = counted();
  const first = await usual({ ...query, timeoutMs: 1000 }, nobody);
  const again = await usual({ ...query, text: ' axolotl ', timeoutMs: 1000 }, nobody);
  assert.deepEqual(again, { ...first, words: ' axolotl ' });
  assert.deepEqual(seen, { searches: 1, looks: ['miss', 'hit'] });
});

test('a different field is a different search, except for fields that only control how to ask', async () => {
  const { usual, seen } = counted();
  const scopes = [
    { language: 'de' },
    { country: 'AT' },
    { since: '2026-01-01' },
    { until: '2026-01-01' },
    { sites: { only: ['a.test'], never: [] } },
    { sites: { only: [], never: ['a.test'] } },
  ];
  const others = scopes.map((scope) => ({ scope: { ...query.scope, ...scope } }));
  for (const other of [{}, { text: 'newt' }, { limit: 3 }, ...others])
    await usual({ ...query, ...other, timeoutMs: 1000 }, nobody);
  assert.equal(seen.searches, 3 + scopes.length);
  await usual({ ...query, leftMs: () => 7, timeoutMs: 1000 }, nobody);
  assert.equal(seen.searches, 3 + scopes.length);
});

test('failed and empty searches are not cached', async () => {
  for (const outcome of [{ status: 'empty' }, { status: 'failed', cause: 'refused' }] as const) {
    const { usual, seen } = counted({ ...found, outcome, hits: [] });
    for (let time = 0; time < 2; time++) await usual({ ...query, timeoutMs: 1000 }, nobody);
    assert.equal(seen.searches, 2);
  }
});

test('a search that must not use the cache still stores its results', async () => {
  const { usual, fresh, seen } = counted();
  await usual({ ...query, timeoutMs: 1000 }, nobody);
  await fresh({ ...query, timeoutMs: 1000 }, nobody);
  await usual({ ...query, timeoutMs: 1000 }, nobody);
  assert.equal(seen.searches, 2);
});

test('stored results that are more or longer than any search returns are ignored', () => {
  const [hit] = found.hits;
  const withHits = (hits: readonly object[]) => ({ ...found, hits });
  assert.notEqual(parseReport(withHits([{ ...hit }])), null);
  assert.equal(parseReport(withHits(Array(200).fill(hit))), null);
  assert.equal(parseReport(withHits([{ ...hit, title: 'A'.repeat(3_000) }])), null);
  assert.equal(parseReport(withHits([{ ...hit, text: 'A'.repeat(30_000) }])), null);
});
