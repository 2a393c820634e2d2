import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertHostedSurvives,
  assertStatuses,
  hostedCalls,
  hostedOutcome,
} from '../../../test/support/hosted-search.ts';
import { assertFailed, json } from '../../../test/support/search-replies.ts';
import { createFirecrawl } from './firecrawl.ts';

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

test('posts the question with the key in a header, and does not ask for the text of pages', async () => {
  const [call] = await hostedCalls(createFirecrawl, json(REPLY), { text: 'axolotl', limit: 50 });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/v2/search');
  assert.equal(call.headers.authorization, 'Bearer k+1');
  assert.deepEqual(call.body, { query: 'axolotl', limit: 10 });
});

test('an own instance needs no key', async () => {
  const withoutKey: typeof createFirecrawl = (options) => createFirecrawl({ ...options, key: '' });
  const [call] = await hostedCalls(withoutKey, json(REPLY), { text: 'axolotl' });
  assert.equal(call?.headers.authorization, undefined);
});

test('returns results in order, and an empty list is no failure', async () => {
  assert.deepEqual(await hostedOutcome(createFirecrawl, json(REPLY)), {
    status: 'ok',
    hits: [
      {
        url: 'https://example.org/axolotl',
        title: 'Axolotl',
        snippet: 'The axolotl keeps its gills for life.',
      },
      { url: 'https://example.org/olm', title: 'Olm', snippet: '' },
    ],
  });
  assert.deepEqual(await hostedOutcome(createFirecrawl, json({ ...REPLY, data: { web: [] } })), {
    status: 'empty',
  });
});

test('a reply that reports its own failure is one', async () => {
  const reply = json({ success: false, error: 'secret detail' });
  assertFailed(await hostedOutcome(createFirecrawl, reply), 'protocol', /not in a format/);
});

test('gives a remedy for each status', async () => {
  await assertStatuses(createFirecrawl, { 400: ['bad-parameter', /400/], 408: ['protocol', /408/] });
});

test('shows nothing that a changed reply does not contain', async () => {
  await assertHostedSurvives(createFirecrawl, REPLY);
});
