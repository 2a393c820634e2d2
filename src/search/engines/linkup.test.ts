import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANIMAL_HITS,
  hostedCalls,
  hostedOutcome,
  testHostedAdapter,
} from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { linkup } from './linkup.ts';

/** In the form of https://docs.linkup.so/pages/documentation/api-reference/endpoint/post-search. */
const REPLY = {
  results: [
    {
      type: 'text',
      name: 'Axolotl',
      url: 'https://example.org/axolotl',
      content: 'The axolotl keeps its gills for life.',
      favicon: 'https://example.org/favicon.ico',
    },
    { type: 'text', name: 'Olm', url: 'https://example.org/olm', content: '' },
  ],
};

testHostedAdapter({
  create: linkup.open,
  reply: REPLY,
  hits: ANIMAL_HITS,
  emptyReply: { results: [] },
  statuses: { 400: ['bad-parameter', /400/], 429: ['rate', /credit is used up/] },
});

test('posts the question for results that no model rewrites', async () => {
  const [call] = await hostedCalls(linkup.open, json(REPLY), { text: 'axolotl' });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/v1/search');
  assert.equal(call.headers.authorization, 'Bearer k+1');
  assert.deepEqual(call.body, {
    q: 'axolotl',
    depth: 'fast',
    outputType: 'searchResults',
    maxResults: 10,
  });
});

test('an error that says that nothing was found is no failure', async () => {
  const error = {
    code: 'SEARCH_QUERY_NO_RESULT',
    message: 'The query did not yield any result',
    details: [],
  };
  const reply = json({ statusCode: 400, error }, 400);
  assert.deepEqual(await hostedOutcome(linkup.open, reply), { status: 'empty' });
});
