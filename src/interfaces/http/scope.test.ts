import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { Failure } from '../../core/failure.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { SCOPE_FIELDS, toScope, toSite, type WantedScope } from './scope.ts';
import { withSiteOperators } from './to-question.ts';

const NOW_MS = Date.parse('2026-11-22T16:00:00Z');
const scopeOf = (wanted: WantedScope) => toScope(wanted, SCOPE_FIELDS, NOW_MS);

test('every part of a scope is adopted, in canonical form', () => {
  const wanted = { language: 'pt-BR', country: 'br', since: '2026-01-01', until: '2026-01-31' };
  const sites = { only: ['Example.ORG', '*.b.test', 'b.test.'], never: ['bücher.example'] };
  assert.deepEqual(scopeOf({ ...wanted, ...sites }), {
    ...{ language: 'pt-BR', country: 'BR', since: '2026-01-01', until: '2026-01-31' },
    sites: { only: ['example.org', 'b.test'], never: ['bücher.example'] },
  });
});

test('a time range begins that many days ago', () => {
  const days = ['day', 'week', 'month', 'year'].map((timeRange) => scopeOf({ timeRange }).since);
  assert.deepEqual(days, ['2026-11-21', '2026-11-15', '2026-10-23', '2025-11-22']);
});

test('an invalid part is refused with its name', () => {
  const many = Array.from({ length: 21 }, (_, at) => `a${at}.test`);
  const cases: readonly (readonly [WantedScope, RegExp])[] = [
    [{ language: 'German please' }, /^The field `language` must be/],
    [{ country: 'DEU' }, /^The field `country` must be/],
    [{ since: '2026-02-30' }, /^The field `since` must be/],
    [{ since: '2026-1-1' }, /^The field `since` must be/],
    [{ until: 'yesterday' }, /^The field `until` must be/],
    [{ since: '2026-02-02', until: '2026-02-01' }, /^The field `since` is after `until`/],
    [{ timeRange: 'hour' }, /^The field `time_range` must be one of day, week, month, year/],
    [{ safeSearch: 'on' }, /^The field `safe_search` must be one of off, moderate, strict/],
    [{ timeRange: 'day', until: '2026-02-01' }, /^The field `time_range` cannot be combined/],
    [{ only: ['https://a.test/'] }, /^The field `sites.only` must be/],
    [{ never: ['a b'] }, /^The field `sites.never` must be/],
    [{ never: many }, /^The field `sites.never` can have at most 20 entries/],
  ];
  for (const [wanted, message] of cases)
    assert.throws(
      () => scopeOf(wanted),
      (error) => error instanceof Failure && error.code === 'invalid-question' && message.test(error.message),
      JSON.stringify(wanted),
    );
});

test('whatever is sent, a site is a host name that a URL can have', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const site = toSite(text);
      assert.ok(site === null || (URL.canParse(`http://${site}/`) && !/[\s/@:?#]/.test(site)));
    }),
  );
});

test('site operators move from the question into its scope', () => {
  const { text, scope } = withSiteOperators('site:a.test  how old -site:B.a.test is it', ANY_SCOPE);
  assert.equal(text.replace(/\s+/g, ' '), 'how old is it');
  assert.deepEqual(scope.sites, { only: ['a.test'], never: ['b.a.test'] });
});

test('sites are taken out of a question in any case of the operator, and nothing that resembles one', () => {
  const found = (text: string) => {
    const { text: rest, scope } = withSiteOperators(text, ANY_SCOPE);
    return [rest, scope.sites.only, scope.sites.never];
  };
  assert.deepEqual(found('axolotl SITE:a.test -Site:b.test'), ['axolotl', ['a.test'], ['b.test']]);
  for (const same of ['website:a.test is', 'site:a is', '--site:a.test is', 'site:a.test'])
    assert.deepEqual(found(same), [same, [], []], same);
});
