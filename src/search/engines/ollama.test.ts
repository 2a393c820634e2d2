import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANIMAL_HITS, hostedCalls, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { ollama } from './ollama.ts';

/** In the form of https://docs.ollama.com/capabilities/web-search. */
const REPLY = {
  results: [
    {
      title: 'Axolotl',
      url: 'https://example.org/axolotl',
      content: 'The axolotl keeps its gills for life.',
    },
    { title: 'Olm', url: 'https://example.org/olm', content: '' },
  ],
};

testHostedAdapter({
  create: ollama.open,
  reply: REPLY,
  hits: ANIMAL_HITS,
  emptyReply: { results: [] },
  statuses: { 400: ['bad-parameter', /400/] },
});

test('posts the question with the key in a header, for at most ten results', async () => {
  const [call] = await hostedCalls(ollama.open, json(REPLY), { text: 'ä'.repeat(500), limit: 50 });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/api/web_search');
  assert.equal(call.headers.authorization, 'Bearer k+1');
  assert.deepEqual(call.body, { query: 'ä'.repeat(400), max_results: 10 });
});
