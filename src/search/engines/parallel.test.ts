import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertHostedSurvives, hostedCalls, hostedOutcome } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { parallel } from './parallel.ts';

/** In the form that Parallel documents (September 2026). */
const REPLY = {
  search_id: 'search_00000000',
  results: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      publish_date: '2025-11-03',
      excerpts: ['The axolotl keeps its gills for life.', 'It lives near Mexico City.'],
    },
    { url: 'https://example.org/olm', title: 'Olm', publish_date: null, excerpts: [] },
  ],
  warnings: null,
  usage: [{ name: 'sku_search', count: 1 }],
};

test('posts the question as the objective and as a query, with the key in a header', async () => {
  const [call] = await hostedCalls(parallel.open, json(REPLY), { text: 'ä'.repeat(500), limit: 50 });
  assert.equal(call?.headers['x-api-key'], 'k+1');
  assert.equal(call.headers['parallel-beta'], 'search-extract-2025-10-10');
  assert.deepEqual(call.body, {
    objective: 'ä'.repeat(200),
    search_queries: ['ä'.repeat(200)],
    max_results: 20,
    mode: 'fast',
    excerpts: { max_chars_per_result: 1_500 },
  });
});

test('returns results in order, with excerpts as the snippet', async () => {
  assert.deepEqual(await hostedOutcome(parallel.open, json(REPLY)), {
    status: 'ok',
    hits: [
      {
        url: 'https://example.org/axolotl',
        title: 'Axolotl',
        snippet: 'The axolotl keeps its gills for life. … It lives near Mexico City.',
        publishedAt: '2025-11-03',
      },
      { url: 'https://example.org/olm', title: 'Olm', snippet: '' },
    ],
  });
});

test('survives any change of the reply', async () => {
  await assertHostedSurvives(parallel.open, REPLY);
});
