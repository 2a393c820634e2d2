import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANIMAL_HITS,
  hostedCalls,
  hostedOutcome,
  testHostedAdapter,
} from '../../../test/support/hosted-search.ts';
import { assertFailed, json } from '../../../test/support/search-replies.ts';
import { firecrawl } from './firecrawl.ts';

/** In the form of https://docs.firecrawl.dev/api-reference/endpoint/search. */
const REPLY = {
  success: true,
  data: {
    web: [
      {
        url: 'https://example.org/axolotl',
        title: 'Axolotl',
        description: 'The axolotl keeps its gills for life.',
        position: 1,
      },
      { url: 'https://example.org/olm', title: 'Olm', description: '', position: 2 },
    ],
  },
  id: '00000000-0000-0000-0000-000000000000',
  creditsUsed: 2,
};

testHostedAdapter({
  create: firecrawl.open,
  reply: REPLY,
  hits: ANIMAL_HITS,
  emptyReply: { ...REPLY, data: { web: [] } },
  statuses: { 400: ['bad-parameter', /400/], 408: ['protocol', /408/] },
});

test('posts the question with the key in a header, and does not ask for the text of pages', async () => {
  const [call] = await hostedCalls(firecrawl.open, json(REPLY), { text: 'axolotl', limit: 50 });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/v2/search');
  assert.equal(call.headers.authorization, 'Bearer k+1');
  assert.deepEqual(call.body, { query: 'axolotl', limit: 10 });
});

test('an own instance needs no key', async () => {
  const withoutKey: typeof firecrawl.open = (options) => firecrawl.open({ ...options, key: '' });
  const [call] = await hostedCalls(withoutKey, json(REPLY), { text: 'axolotl' });
  assert.equal(call?.headers.authorization, undefined);
});

test('a reply that reports its own failure is one', async () => {
  const reply = json({ success: false, error: 'secret detail' });
  assertFailed(await hostedOutcome(firecrawl.open, reply), 'protocol', /not in a format/);
});
