import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { createBrave } from './brave.ts';
import { createExa } from './exa.ts';
import { createGooglePse } from './google-pse.ts';
import { createMarginalia } from './marginalia.ts';
import { createMojeek } from './mojeek.ts';
import { NO_FILTER, type SearchFilter } from './search-filter.ts';
import { createSerper } from './serper.ts';
import { createTavily } from './tavily.ts';

/** What a call sends, in its URL or its body. */
async function sent(create: typeof createBrave, filter: SearchFilter, address = ''): Promise<object> {
  const [call] = await hostedCalls(create, json({}), { filter, address });
  return { ...call?.parameters, ...(typeof call?.body === 'object' ? call.body : {}) };
}

/** What a call sends only because of the filter. */
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
