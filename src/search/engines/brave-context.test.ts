import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { createBraveContext } from './brave-context.ts';

/** In the form of https://api-dashboard.search.brave.com/documentation/services/llm-context. */
const REPLY = {
  grounding: {
    generic: [
      {
        url: 'https://example.org/axolotl',
        title: 'Axolotl',
        snippets: ['The axolotl keeps its gills', 'for life.'],
      },
      { url: 'https://example.org/olm', title: 'Olm', snippets: [] },
    ],
    map: [],
  },
  sources: {
    'https://example.org/axolotl': {
      title: 'Axolotl',
      hostname: 'example.org',
      age: ['Friday, January 02, 2026', '2026-01-02', '300 days ago'],
    },
    'https://example.org/olm': { title: 'Olm', hostname: 'example.org', age: null },
  },
};

testHostedAdapter({
  create: createBraveContext,
  reply: REPLY,
  hits: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      snippet: 'The axolotl keeps its gills … for life.',
      publishedAt: '2026-01-02',
    },
    { url: 'https://example.org/olm', title: 'Olm', snippet: '' },
  ],
  emptyReply: { ...REPLY, grounding: { generic: [] } },
  statuses: { 422: ['bad-parameter', /422/] },
});

test('asks for passages of as many pages as results', async () => {
  const [call] = await hostedCalls(createBraveContext, json(REPLY), { text: 'axolotl' });
  assert.equal(call?.path, '/res/v1/llm/context');
  assert.equal(call.headers['x-subscription-token'], 'k+1');
  assert.deepEqual(call.parameters, { q: 'axolotl', count: '10', maximum_number_of_urls: '10' });
});
