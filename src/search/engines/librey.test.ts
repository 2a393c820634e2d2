import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertHostedSurvives,
  assertStatuses,
  hostedCalls,
  hostedOutcome,
} from '../../../test/support/hosted-search.ts';
import { assertFailed, json } from '../../../test/support/search-replies.ts';
import { createLibrey } from './librey.ts';

const RESULTS = [
  {
    title: 'Axolotl care',
    url: 'https://example.org/care',
    base_url: 'https://example.org/',
    description: 'Cold.',
  },
  {
    title: 'Lake',
    url: 'https://example.org/lake',
    base_url: 'https://example.org/',
    description: 'Xochimilco.',
  },
];
const SPECIAL = {
  special_response: { response: 'A salamander.', source: 'https://example.org/wiki/Axolotl' },
};
const REPLY = {
  0: SPECIAL,
  1: { did_you_mean: 'axolotls' },
  2: RESULTS[0],
  3: RESULTS[1],
  results_source: 'google.com',
};

test('queries the API of an instance without operators', async () => {
  const [call] = await hostedCalls(createLibrey, json(REPLY), { text: '!w axolotl' });
  assert.equal(call?.path, '/api.php');
  assert.deepEqual(call.parameters, { q: 'w axolotl', p: '0', t: '0' });
});

test('reads the answer and the results, as a list or an object', async () => {
  const hits = [
    { url: 'https://example.org/wiki/Axolotl', title: 'example.org', snippet: 'A salamander.' },
    { url: 'https://example.org/care', title: 'Axolotl care', snippet: 'Cold.' },
    { url: 'https://example.org/lake', title: 'Lake', snippet: 'Xochimilco.' },
  ];
  assert.deepEqual(await hostedOutcome(createLibrey, json(REPLY)), { status: 'ok', hits });
  assert.deepEqual(await hostedOutcome(createLibrey, json([SPECIAL, ...RESULTS])), { status: 'ok', hits });
});

test('an error with status 200 and an empty reply are failures', async () => {
  const outcome = await hostedOutcome(createLibrey, json({ error: { message: 'secret detail' } }));
  assertFailed(outcome, 'upstream', /^it reports an error/);
  assert.ok(!JSON.stringify(outcome).includes('secret'));
  assertFailed(await hostedOutcome(createLibrey, json([])), 'upstream', /no results, and does not say/);
  assertFailed(
    await hostedOutcome(createLibrey, json({ results_source: 'x' })),
    'protocol',
    /not in a format/,
  );
});

test('explains each status', async () => {
  await assertStatuses(createLibrey, { 403: ['blocked', /403/], 404: ['configuration', /api\.php/] });
});

// The reply has only one result: if there were two, a broken one would simply be skipped.
test('survives changed replies', () =>
  assertHostedSurvives(createLibrey, { 0: SPECIAL, 1: RESULTS[0], results_source: 'google.com' }));
