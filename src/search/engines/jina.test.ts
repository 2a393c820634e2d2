import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANIMAL_HITS,
  hostedCalls,
  hostedOutcome,
  testHostedAdapter,
} from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { jina } from './jina.ts';

/** In the form of https://docs.jina.ai. */
const REPLY = {
  code: 200,
  status: 20000,
  data: [
    {
      title: 'Axolotl',
      url: 'https://example.org/axolotl',
      description: 'The axolotl keeps its gills for life.',
      content: '',
      usage: { tokens: 1000 },
    },
    { title: 'Olm', url: 'https://example.org/olm', description: '' },
  ],
};

testHostedAdapter({
  create: jina.open,
  reply: REPLY,
  hits: ANIMAL_HITS,
  emptyReply: { ...REPLY, data: [] },
  statuses: { 400: ['bad-parameter', /400/], 422: ['protocol', /422/] },
});

test('posts the question and does not ask for the text of pages', async () => {
  const [call] = await hostedCalls(jina.open, json(REPLY), { text: 'axolotl' });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/');
  assert.equal(call.headers.authorization, 'Bearer k+1');
  assert.equal(call.headers['x-respond-with'], 'no-content');
  assert.deepEqual(call.body, { q: 'axolotl', num: 10 });
});

test('an error that says that nothing was found is no failure', async () => {
  const message = 'No search results available for query axolotl';
  const error = { data: null, code: 422, name: 'AssertionFailureError', status: 42206, message };
  assert.deepEqual(await hostedOutcome(jina.open, json(error, 422)), { status: 'empty' });
});
