import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchEngine } from '../core/attempt.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { type SitePreferences, withSitePreferences } from './scope.ts';
import type { Search } from './search.ts';

const NONE: SitePreferences = { block: [], prefer: [], lower: [] };
const forever = new AbortController().signal;

/** The hosts of the results in order, each with who prefers it. Results of `own.test` are documents. */
async function hostsOf(
  preferences: Partial<SitePreferences>,
  hosts: readonly string[],
  { wanted = [], limit = 9 }: { readonly wanted?: readonly string[]; readonly limit?: number } = {},
) {
  const limits: number[] = [];
  const search: Search = async (query) => {
    limits.push(query.limit);
    const hits = hosts.map((host) => ({
      ...{ url: `https://${host}/`, title: host, snippet: '' },
      engine: (host.endsWith('own.test') ? 'engine_b' : 'engine_a') as SearchEngine,
    }));
    return { outcome: { status: 'ok', hits }, engine: 'engine_a', trail: [] };
  };
  const wrapped = withSitePreferences(search, { ...NONE, ...preferences }, new Set(['engine_b']));
  const scope = { ...ANY_SCOPE, sites: { only: [], never: [], prefer: wanted } };
  const { outcome, engine } = await wrapped({ text: 'x', limit, scope }, 1_000, forever);
  const hits = outcome.status === 'ok' ? outcome.hits : [];
  const told = hits.map(({ url, preferredBy }) =>
    [new URL(url).hostname, preferredBy].filter(Boolean).join(' '),
  );
  return { told, outcome, engine, limits };
}

test('sites are blocked, come first or come last, with their subdomains; others stay in order', async () => {
  const sites = { block: ['bad.test'], prefer: ['good.test'], lower: ['meh.test'] };
  const hosts = ['a.test', 'bad.test', 'www.bad.test', 'x.meh.test', 'b.test', 'w.good.test', 'notbad.test'];
  const { told } = await hostsOf(sites, hosts);
  assert.deepEqual(told, ['w.good.test operator', 'a.test', 'b.test', 'notbad.test', 'x.meh.test']);
});

test("the caller's preference comes before the operator's, but not before a block", async () => {
  const sites = { block: ['bad.test'], prefer: ['good.test'], lower: ['meh.test'] };
  const hosts = ['good.test', 'bad.test', 'meh.test'];
  const { told } = await hostsOf(sites, hosts, { wanted: ['bad.test', 'meh.test'] });
  assert.deepEqual(told, ['meh.test caller', 'good.test operator']);
});

test("the operator's own documents are neither blocked nor moved", async () => {
  const sites = { block: ['own.test'], lower: ['sub.own.test'] };
  assert.deepEqual((await hostsOf(sites, ['sub.own.test', 'own.test', 'a.test'])).told, [
    ...['sub.own.test', 'own.test', 'a.test'],
  ]);
});

test('some more results are requested, and no more than wanted are used', async () => {
  const { told, limits } = await hostsOf(
    { block: ['bad.test'] },
    ['bad.test', 'a.test', 'b.test', 'c.test'],
    {
      limit: 2,
    },
  );
  assert.deepEqual([told, limits], [['a.test', 'b.test'], [7]]);
  const plain = await hostsOf({}, ['a.test', 'b.test'], { limit: 2 });
  assert.deepEqual([plain.told, plain.limits], [['a.test', 'b.test'], [2]]);
});

test('if all results are of blocked sites, nothing was found, and the operator learns why', async () => {
  const { outcome, engine } = await hostsOf({ block: ['bad.test'] }, ['bad.test']);
  assert.deepEqual(
    [outcome, engine],
    [{ status: 'empty', hint: 'all results are of sites in SITES_BLOCK' }, 'none'],
  );
});
