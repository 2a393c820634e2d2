import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertHostedSurvives,
  assertStatuses,
  hostedCalls,
  hostedOutcome,
} from '../../../test/support/hosted-search.ts';
import { assertFailed, json } from '../../../test/support/search-replies.ts';
import { createFourget } from './fourget.ts';

const REPLY = {
  status: 'ok',
  spelling: { type: 'no_correction', using: null, correction: null },
  npt: 'ddg1.token',
  answer: [
    {
      title: 'Axolotl',
      description: [
        { type: 'text', value: 'A salamander.' },
        { type: 'link', url: 'https://example.org/x', value: 'More' },
        { type: 'text', value: 'It keeps its gills.' },
      ],
      url: 'https://example.org/wiki/Axolotl',
      thumb: null,
      table: [],
      sublink: [],
    },
  ],
  web: [
    { title: 'Axolotl care', description: 'Cold water.', url: 'https://example.org/care', date: null },
    { title: 'Xochimilco', description: 'A lake.', url: 'https://example.org/lake', date: 1700000000 },
  ],
  image: [],
  video: [],
  news: [],
  related: [],
};

test('queries the API of an instance without operators, with its pass if there is one', async () => {
  const [call] = await hostedCalls(createFourget, json(REPLY), {
    text: '!g axolotl',
    address: '/?scraper=ddg',
  });
  assert.equal(call?.path, '/api/v1/web');
  assert.deepEqual(call.parameters, { scraper: 'ddg', s: 'g axolotl' });
  assert.equal(call.headers.cookie, 'pass=k%2B1');
  const open = (options: Parameters<typeof createFourget>[0]) => createFourget({ ...options, key: '' });
  assert.equal((await hostedCalls(open, json(REPLY)))[0]?.headers.cookie, undefined);
  assert.deepEqual(await hostedOutcome(createFourget, json(REPLY), { text: '!!' }), { status: 'empty' });
});

test('returns answers before results', async () => {
  assert.deepEqual(await hostedOutcome(createFourget, json(REPLY)), {
    status: 'ok',
    hits: [
      {
        url: 'https://example.org/wiki/Axolotl',
        title: 'Axolotl',
        snippet: 'A salamander. It keeps its gills.',
      },
      { url: 'https://example.org/care', title: 'Axolotl care', snippet: 'Cold water.' },
      { url: 'https://example.org/lake', title: 'Xochimilco', snippet: 'A lake.' },
    ],
  });
});

test('an error with status 200 is a failure, and only an empty list is empty', async () => {
  const error = { status: 'Failed to get search page: secret detail' };
  const outcome = await hostedOutcome(createFourget, json(error));
  assertFailed(outcome, 'upstream', /^it reports an error/);
  assert.ok(!JSON.stringify(outcome).includes('secret'));
  assertFailed(
    await hostedOutcome(createFourget, json({ status: 'ok' })),
    'protocol',
    /not in a format that 4get/,
  );
  assert.deepEqual(await hostedOutcome(createFourget, json({ status: 'ok', web: [] })), { status: 'empty' });
});

test('explains each status', async () => {
  await assertStatuses(createFourget, { 403: ['blocked', /pass/], 404: ['configuration', /api\/v1\/web/] });
});

test('survives changed replies', () => assertHostedSurvives(createFourget, REPLY));
