import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, hostedOutcome, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { exa } from './exa.ts';

const REPLY = {
  requestId: '0123456789abcdef',
  resolvedSearchType: 'neural',
  results: [
    {
      id: 'https://example.org/axolotl',
      title: 'Axolotl',
      url: 'https://example.org/axolotl',
      publishedDate: '2026-01-02T00:00:00.000Z',
      author: null,
      highlights: ['The axolotl keeps its gills.', 'It lives near Mexico City.'],
      highlightScores: [0.5, 0.4],
    },
    {
      id: 'https://example.org/olm',
      title: 'Olm',
      url: 'https://example.org/olm',
      highlights: ['The olm lives in caves.'],
    },
  ],
  costDollars: { total: 0.005 },
};

testHostedAdapter({
  create: exa.open,
  reply: REPLY,
  hits: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      snippet: 'The axolotl keeps its gills. … It lives near Mexico City.',
      publishedAt: '2026-01-02T00:00:00.000Z',
    },
    { url: 'https://example.org/olm', title: 'Olm', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { ...REPLY, results: [] },
  statuses: { 400: ['bad-parameter', /400/] },
});

test('posts the question, asks for passages and sends the key in a header', async () => {
  const [call] = await hostedCalls(exa.open, json(REPLY), { text: 'axolotl lake', limit: 5 });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/search');
  assert.equal(call.headers['x-api-key'], 'k+1');
  assert.deepEqual(call.body, { query: 'axolotl lake', numResults: 5, contents: { highlights: true } });
});

test('uses the host as title of a page without one', async () => {
  const results = [{ url: 'https://example.org/olm', title: null, highlights: [] }];
  assert.deepEqual(await hostedOutcome(exa.open, json({ results })), {
    status: 'ok',
    hits: [{ url: 'https://example.org/olm', title: 'example.org', snippet: '' }],
  });
});
