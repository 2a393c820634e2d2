import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, hostedOutcome, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { assertFailed, json } from '../../../test/support/search-replies.ts';
import { kagi } from './kagi.ts';

/** In the form of https://kagi.com/api/docs/_spec/openapi.json. */
const REPLY = {
  meta: { trace: '0123456789abcdef', node: 'us-central1', ms: 213 },
  data: {
    search: [
      {
        url: 'https://example.org/axolotl',
        title: 'Axolotl',
        snippet: 'The axolotl keeps its gills for life.',
        time: '2026-01-02T00:00:00Z',
      },
      { url: 'https://example.org/olm', title: 'Olm' },
    ],
    related_search: [{ url: '/search?q=olm', title: 'olm' }],
  },
};

testHostedAdapter({
  create: kagi.open,
  reply: REPLY,
  hits: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      snippet: 'The axolotl keeps its gills for life.',
      publishedAt: '2026-01-02T00:00:00Z',
    },
    { url: 'https://example.org/olm', title: 'Olm', snippet: '' },
  ],
  emptyReply: { ...REPLY, data: { related_search: [] } },
  statuses: { 400: ['bad-parameter', /400/], 429: ['rate', /limit or credit/] },
});

test('posts the question with the key in a header', async () => {
  const [call] = await hostedCalls(kagi.open, json(REPLY), { text: 'axolotl' });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/api/v1/search');
  assert.equal(call.headers.authorization, 'Bearer k+1');
  assert.deepEqual(call.body, { query: 'axolotl', workflow: 'search', limit: 10 });
});

test('switches the safe search off only if the operator says so', async () => {
  for (const [safesearch, sent] of [['0', false] as const, ['2', true] as const]) {
    const [call] = await hostedCalls(kagi.open, json(REPLY), { filter: { safesearch } });
    assert.deepEqual(call?.body, { query: 'x', workflow: 'search', limit: 10, safe_search: sent });
  }
});

test('an error in a reply that looks successful is a failure', async () => {
  const reply = { meta: {}, data: {}, error: [{ code: 101, msg: 'Insufficient credit' }] };
  assertFailed(await hostedOutcome(kagi.open, json(reply)), 'protocol', /not in a format/);
});
