import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { tavily } from './tavily.ts';

const REPLY = {
  query: 'axolotl',
  follow_up_questions: null,
  answer: null,
  images: [],
  results: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      content: 'The axolotl keeps its gills for life.',
      score: 0.91,
      raw_content: null,
    },
    { url: 'https://example.org/olm', title: 'Olm', content: 'The olm lives in caves.', score: 0.4 },
  ],
  response_time: 0.9,
  request_id: '00000000-0000-0000-0000-000000000000',
};

testHostedAdapter({
  create: tavily.open,
  reply: REPLY,
  hits: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      snippet: 'The axolotl keeps its gills for life.',
    },
    { url: 'https://example.org/olm', title: 'Olm', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { ...REPLY, results: [] },
  statuses: {
    400: ['bad-parameter', /400/],
    432: ['configuration', /limit is reached \(432\): raise it/],
    433: ['configuration', /pay-as-you-go limit is reached \(433\)/],
  },
});

test('posts at most 400 characters of the question and sends the key in a header', async () => {
  const [call] = await hostedCalls(tavily.open, json(REPLY), { text: 'ä'.repeat(500), limit: 50 });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/search');
  assert.equal(call.headers.authorization, 'Bearer k+1');
  assert.equal(call.headers['content-type'], 'application/json');
  assert.deepEqual(call.body, { query: 'ä'.repeat(400), max_results: 20, search_depth: 'basic' });
});
