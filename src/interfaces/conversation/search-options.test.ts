import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../../core/scope.ts';
import {
  recency,
  signedSiteList,
  sinceOf,
  siteList,
  slashedDay,
  toSearch,
  webSearchFields,
} from './search-options.ts';

test('the size of the context chooses the number of sources', () => {
  const sizes = ['low', 'medium', 'high', null, undefined] as const;
  const counts = sizes.map((size) => toSearch({ search_context_size: size }).maxSources);
  const [low = 0, medium = 0, high = 0] = counts;
  assert.ok(low > 0 && low < medium && medium < high);
  assert.deepEqual(counts.slice(3), [high, high]);
});

test('a country counts at both depths, and sites and days as they are; all else is open', () => {
  assert.deepEqual(toSearch({}).scope, ANY_SCOPE);
  const scopeOf = (options: Parameters<typeof toSearch>[0]) => toSearch(options).scope;
  assert.equal(scopeOf({ user_location: { country: 'de' } }).country, 'DE');
  assert.equal(scopeOf({ user_location: { approximate: { country: 'at' } } }).country, 'AT');
  assert.equal(scopeOf({ user_location: { country: 'de', approximate: { country: 'at' } } }).country, 'DE');
  assert.equal(scopeOf({ user_location: { approximate: null } }).country, null);
  const [sites, since, until] = [{ only: ['a.test'], never: [] }, '2026-01-01', '2026-02-01'] as const;
  assert.deepEqual(scopeOf({ sites, since, until }), { ...ANY_SCOPE, sites, since, until });
});

test('a country has two letters', () => {
  const accepts = (country: string) => webSearchFields.user_location.safeParse({ country }).success;
  assert.deepEqual(['de', 'DE', 'deu', 'd', '1a', ''].map(accepts), [true, true, false, false, false, false]);
});

test('a site is named by its host, whatever is around it', () => {
  for (const [text, host] of [
    ['Example.org', 'example.org'],
    [' https://www.example.org/a?b#c ', 'www.example.org'],
    ['example.org.', 'example.org'],
    ['example.org?a', 'example.org'],
    ['münchen.example', 'münchen.example'],
    ['a'.repeat(253), 'a'.repeat(253)],
  ] as const)
    assert.deepEqual(siteList.parse([text]), [host]);
  for (const wrong of [
    '',
    'a b',
    'a.test:80',
    'x/https://a.test@',
    'a'.repeat(254),
    `${'a'.repeat(20)}+://x!`,
  ])
    assert.equal(siteList.safeParse([wrong]).success, wrong.startsWith('x/'), wrong);
  assert.equal(siteList.safeParse([`https://a.test/${'x'.repeat(506 - 15)}`]).success, true);
  assert.equal(siteList.safeParse([`https://a.test/${'x'.repeat(507 - 15)}`]).success, false);
});

test('lists have at most 100 sites, and a leading minus excludes one', () => {
  const sites = Array.from({ length: 101 }, (_, at) => `a${at}.test`);
  for (const list of [siteList, signedSiteList]) {
    assert.equal(list.safeParse(sites.slice(1)).success, true);
    assert.equal(list.safeParse(sites).success, false);
  }
  assert.deepEqual(signedSiteList.parse(['a.test', '-https://b.test/', 'c-d.test']), {
    only: ['a.test', 'c-d.test'],
    never: ['b.test'],
  });
});

test('a period named by a word begins so many days before today', () => {
  const today = new Date('2026-03-01T00:30:00Z');
  assert.deepEqual(
    recency.options.map((name) => sinceOf(name, today)),
    ['2026-02-28', '2026-02-28', '2026-02-22', '2026-01-29', '2025-02-28'],
  );
});

test('a day is written as month/day/year', () => {
  assert.equal(slashedDay.parse('1/2/2026'), '2026-01-02');
  assert.equal(slashedDay.parse('11/22/2026'), '2026-11-22');
  for (const wrong of [
    '13/1/2026',
    '1/32/2026',
    '2026-01-02',
    '1/2/26',
    'x1/2/2026',
    '1/2/20261',
    '111/2/2026',
  ])
    assert.equal(slashedDay.safeParse(wrong).success, false, wrong);
});
