import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { createBrave } from './brave.ts';
import { createExa } from './exa.ts';
import { createGooglePse } from './google-pse.ts';
import { createMarginalia } from './marginalia.ts';
import { createMojeek } from './mojeek.ts';
import { filterParameters, NO_FILTER, type SearchFilter, sentParts } from './notation.ts';
import { createSerper } from './serper.ts';
import { createTavily } from './tavily.ts';

/** The parameters of a call, in its URL or its body. */
async function sent(create: typeof createBrave, filter: SearchFilter, address = ''): Promise<object> {
  const [call] = await hostedCalls(create, json({}), { filter, address });
  return { ...call?.parameters, ...(typeof call?.body === 'object' ? call.body : {}) };
}

/** The parameters that a call has only because of the filter. */
async function added(create: typeof createBrave, filter: SearchFilter): Promise<object> {
  const usual = new Set(Object.keys(await sent(create, NO_FILTER)));
  return Object.fromEntries(Object.entries(await sent(create, filter)).filter(([name]) => !usual.has(name)));
}

test('is sent in the terms of each service, and not to services without one', async () => {
  const strict = { safesearch: '2', timeRange: 'week' } as const;
  const loose = { safesearch: '0', timeRange: 'year' } as const;
  const cases = [
    [createBrave, { safesearch: 'strict', freshness: 'pw' }, { safesearch: 'off', freshness: 'py' }],
    [createGooglePse, { safe: 'active', dateRestrict: 'w1' }, { safe: 'off', dateRestrict: 'y1' }],
    [createMojeek, { since: 'month' }, { since: 'year' }],
    [createMarginalia, { nsfw: '1' }, { nsfw: '0' }],
    [createTavily, { time_range: 'week' }, { time_range: 'year' }],
    [createSerper, { tbs: 'qdr:w' }, { tbs: 'qdr:y' }],
    [createExa, {}, {}],
  ] as const;
  for (const [create, whenStrict, whenLoose] of cases) {
    assert.deepEqual(await added(create, strict), whenStrict, create.name);
    assert.deepEqual(await added(create, loose), whenLoose, create.name);
  }
});

test('the parameters in the URL take precedence', async () => {
  const filter = { safesearch: '2', timeRange: null } as const;
  const call = await sent(createBrave, filter, '/res/v1/web/search?safesearch=off');
  assert.deepEqual(call, { safesearch: 'off', q: 'x', count: '10' });
});

test('the period of a scope takes the place of the time range, in the URL too', async () => {
  const scope = { ...ANY_SCOPE, since: '2026-01-02', until: '2026-03-04' };
  const filter = { safesearch: null, timeRange: 'week' } as const;
  const periods = [
    [createBrave, { freshness: '2026-01-02to2026-03-04' }],
    [createMojeek, { since: '20260102', before: '20260305' }],
    [createTavily, { start_date: '2026-01-02', end_date: '2026-03-04' }],
  ] as const;
  const usual = new Set(['api_key', 'q', 'fmt', 't', 'count', 'query', 'max_results', 'search_depth']);
  for (const [create, period] of periods) {
    const [call] = await hostedCalls(create, json({}), { filter, scope, address: '/?freshness=pd' });
    const all = { ...call?.parameters, ...(typeof call?.body === 'object' ? call.body : {}) };
    const added = Object.entries(all).filter(([name]) => !usual.has(name));
    assert.deepEqual({ freshness: 'pd', ...Object.fromEntries(added) }, { freshness: 'pd', ...period });
  }
});

test('of the levels of safe search of a question and of the operator, the stricter one is sent', () => {
  const notation = { safesearch: ['safe', { 0: 'no', 1: 'some', 2: 'all' }] } as const;
  const sent = (safesearch: '0' | '1' | '2' | null, safeSearch?: 'off' | 'moderate' | 'strict') =>
    filterParameters(
      notation,
      { ...NO_FILTER, safesearch },
      safeSearch === undefined ? ANY_SCOPE : { ...ANY_SCOPE, safeSearch },
    ).safe;
  assert.equal(sent(null), undefined);
  assert.equal(sent(null, 'off'), 'no');
  assert.equal(sent('1', 'strict'), 'all');
  assert.equal(sent('2', 'off'), 'all');
  assert.ok(sentParts(notation).has('safe_search'));
  assert.ok(!sentParts({}).has('safe_search'));
});
