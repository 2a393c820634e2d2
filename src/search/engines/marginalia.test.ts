import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertHostedSurvives,
  assertStatuses,
  hostedCalls,
  hostedOutcome,
} from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { createMarginalia } from './marginalia.ts';

const REPLY = {
  license: 'CC-BY-NC-SA 4.0',
  query: 'axolotl',
  page: 1,
  pages: 1,
  results: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      description: 'The axolotl is a salamander.',
      quality: 5.1,
      format: 'html5',
      details: [[{ keyword: 'axolotl', count: 3, flagsUnstableAPI: ['Title'] }]],
    },
    { url: 'https://example.org/olm', title: 'Olm', description: 'The olm lives in caves.', quality: 4 },
  ],
};

test('sends the key in a header', async () => {
  const [call] = await hostedCalls(createMarginalia, json(REPLY), { text: 'axolotl lake' });
  assert.equal(call?.path, '/search');
  assert.deepEqual(call.parameters, { query: 'axolotl lake', count: '10' });
  assert.equal(call.headers['api-key'], 'k+1');
});

test('returns results in order', async () => {
  assert.deepEqual(await hostedOutcome(createMarginalia, json(REPLY)), {
    status: 'ok',
    hits: [
      { url: 'https://example.org/axolotl', title: 'Axolotl', snippet: 'The axolotl is a salamander.' },
      { url: 'https://example.org/olm', title: 'Olm', snippet: 'The olm lives in caves.' },
    ],
  });
  assert.deepEqual(await hostedOutcome(createMarginalia, json({ ...REPLY, results: [] })), {
    status: 'empty',
  });
});

test('gives a remedy for each status', async () => {
  await assertStatuses(createMarginalia, { 503: ['rate', /for your own \(503\)/] });
});

test('shows nothing that a changed reply does not contain', async () => {
  await assertHostedSurvives(createMarginalia, REPLY);
});
