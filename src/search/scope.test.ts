import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SlotPosition } from '../core/attempt.ts';
import { ANY_SCOPE, type Scope, type ScopePart } from '../core/scope.ts';
import type { Hit } from '../core/source.ts';
import { failover } from './failover.ts';
import { ignoredParts, scopeTest, withSitePreferences } from './scope.ts';
import { found, SENDS_NOTHING, type Search, type SearchBackend, type SearchOutcome } from './search.ts';
import { track } from './slot.ts';

const forever = new AbortController().signal;
const hit = (url: string, publishedAt?: string): Hit => ({
  url,
  title: url,
  snippet: '',
  ...(publishedAt !== undefined && { publishedAt }),
});
const sitesOf = (only: readonly string[], never: readonly string[]): Scope => ({
  ...ANY_SCOPE,
  sites: { only, never },
});

/** The report of a search over one slot whose back-end has the same outcome for every scope. */
async function reportFor(
  backend: Partial<SearchBackend> & { readonly outcome: SearchOutcome },
  scope: Scope,
) {
  const { outcome, sends = SENDS_NOTHING } = backend;
  const slot = {
    position: 1,
    name: 'primary',
    label: 'primary',
    timeoutMs: 1000,
  } as const;
  const search = failover([track({ ...slot, backend: { sends, search: async () => outcome } })], {
    hedge: false,
  });
  return await search({ text: 'x', limit: 5, scope, timeoutMs: 1000 }, forever);
}

test('a site includes its subdomains and nothing else', () => {
  const isInside = scopeTest(sitesOf(['Example.org', 'bücher.test'], ['private.example.org']));
  assert.ok(isInside);
  const inside = (url: string) => isInside({ url });
  assert.ok(inside('https://example.org/a') && inside('http://www.example.org:8080/'));
  assert.ok(inside('https://xn--bcher-kva.test/'));
  for (const host of [
    'notexample.org',
    'example.org.evil.test',
    'private.example.org',
    'a.private.example.org',
  ])
    assert.equal(inside(`https://${host}/`), false, host);
  assert.equal(scopeTest(sitesOf(['not a host'], []))?.({ url: 'https://example.org/' }), false);
});

test('drops what a back-end finds outside the scope, and is empty if nothing is left', async () => {
  const outcome = found([
    hit('https://a.test/', '2026-05-01T10:00:00Z'),
    hit('https://b.test/'),
    hit('https://c.test/', '2026-07-01'),
  ]);
  const period = { ...ANY_SCOPE, since: '2026-05-01', until: '2026-06-30' };
  const report = await reportFor({ outcome }, period);
  assert.deepEqual(
    report.hits.map(({ url }) => url),
    ['https://a.test/', 'https://b.test/'],
  );
  const nowhere = await reportFor({ outcome }, sitesOf(['d.test'], []));
  assert.equal(nowhere.outcome.status, 'empty');
});

test('the trail reports parts that were neither sent nor enforced, and none without a scope', async () => {
  const scope = {
    language: 'de',
    country: 'AT',
    since: '2026-05-01',
    until: null,
    sites: { only: ['a.test'], never: [] },
  };
  const undated = found([hit('https://a.test/')]);
  const dated = found([hit('https://a.test/', '2026-06-01')]);
  const ignored = async (backend: Parameters<typeof reportFor>[0], asked: Scope = scope) =>
    (await reportFor(backend, asked)).trail[0]?.ignored;
  assert.deepEqual(await ignored({ outcome: undated }), ['language', 'country', 'since']);
  assert.deepEqual(await ignored({ outcome: dated }), ['language', 'country']);
  const sends: ReadonlySet<ScopePart> = new Set(['language', 'country', 'since']);
  assert.equal(await ignored({ outcome: undated, sends }), undefined);
  assert.equal(await ignored({ outcome: undated }, ANY_SCOPE), undefined);
  assert.ok(undated.status === 'ok');
  assert.deepEqual(await ignored({ outcome: { ...undated, unsent: ['country'] }, sends }), ['country']);
  assert.deepEqual(ignoredParts(scope, SENDS_NOTHING, { status: 'empty' }), ['language', 'country']);
});

/** The hosts of the results in order, each with who prefers it. Results of `own.test` are documents. */
async function hostsOf(
  blocked: readonly string[],
  hosts: readonly string[],
  { wanted = [], limit = 9 }: { readonly wanted?: readonly string[]; readonly limit?: number } = {},
) {
  const limits: number[] = [];
  const search: Search = async (query) => {
    limits.push(query.limit);
    const hits = hosts.map((host) => ({
      ...{ url: `https://${host}/`, title: host, snippet: '' },
      slot: (host.endsWith('own.test') ? 2 : 1) as SlotPosition,
    }));
    return { words: 'x', outcome: { status: 'ok' }, hits, slot: 1, trail: [] };
  };
  const documents = { name: 'own', sampleWord: async () => null, find: async () => null };
  const wrapped = withSitePreferences(search, {
    ...{ settings: { sitesBlock: blocked }, slots: [{ position: 1 }, { position: 2, documents }] },
  });
  const scope = { ...ANY_SCOPE, sites: { only: [], never: [], prefer: wanted } };
  const { outcome, hits, slot } = await wrapped({ text: 'x', limit, scope, timeoutMs: 1_000 }, forever);
  const told = hits.map(({ url, preferredBy }) =>
    [new URL(url).hostname, preferredBy].filter(Boolean).join(' '),
  );
  return { told, outcome, slot, limits };
}

test('sites are blocked with their subdomains; others stay in order', async () => {
  const hosts = ['a.test', 'bad.test', 'www.bad.test', 'b.test', 'notbad.test'];
  assert.deepEqual((await hostsOf(['bad.test'], hosts)).told, ['a.test', 'b.test', 'notbad.test']);
});

test("the caller's preference comes first, but not before a block", async () => {
  const hosts = ['good.test', 'bad.test', 'w.meh.test'];
  const { told } = await hostsOf(['bad.test'], hosts, { wanted: ['bad.test', 'meh.test'] });
  assert.deepEqual(told, ['w.meh.test caller', 'good.test']);
});

test("the operator's own documents are not blocked", async () => {
  assert.deepEqual((await hostsOf(['own.test'], ['sub.own.test', 'own.test', 'a.test'])).told, [
    ...['sub.own.test', 'own.test', 'a.test'],
  ]);
});

test('some more results are requested, and no more than wanted are used', async () => {
  const { told, limits } = await hostsOf(['bad.test'], ['bad.test', 'a.test', 'b.test', 'c.test'], {
    limit: 2,
  });
  assert.deepEqual([told, limits], [['a.test', 'b.test'], [7]]);
  const plain = await hostsOf([], ['a.test', 'b.test'], { limit: 2 });
  assert.deepEqual([plain.told, plain.limits], [['a.test', 'b.test'], [2]]);
});

test('if all results are of blocked sites, nothing was found', async () => {
  const { outcome, slot } = await hostsOf(['bad.test'], ['bad.test']);
  assert.deepEqual([outcome, slot], [{ status: 'empty' }, null]);
});
