import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertHostedSurvives,
  assertStatuses,
  hostedCalls,
  hostedOutcome,
} from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { createLinkup } from './linkup.ts';

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

test('posts the question for results that no model rewrites', async () => {
  const [call] = await hostedCalls(createLinkup, json(REPLY), { text: 'axolotl' });
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

test('returns results in order, and an empty list is no failure', async () => {
  assert.deepEqual(await hostedOutcome(createLinkup, json(REPLY)), {
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
  assert.deepEqual(await hostedOutcome(createLinkup, json({ results: [] })), { status: 'empty' });
});

test('an error that says that nothing was found is no failure', async () => {
  const error = {
    code: 'SEARCH_QUERY_NO_RESULT',
    message: 'The query did not yield any result',
    details: [],
  };
  const reply = json({ statusCode: 400, error }, 400);
  assert.deepEqual(await hostedOutcome(createLinkup, reply), { status: 'empty' });
});

test('gives a remedy for each status', async () => {
  await assertStatuses(createLinkup, { 400: ['bad-parameter', /400/], 429: ['rate', /credit is used up/] });
});

test('shows nothing that a changed reply does not contain', async () => {
  await assertHostedSurvives(createLinkup, REPLY);
});
