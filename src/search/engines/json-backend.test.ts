import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { hostedCalls, hostedOutcome } from '../../../test/support/hosted-search.ts';
import { assertFailed, json } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { type JsonService, jsonBackend } from './json-backend.ts';
import { parseEach, parseResults } from './results.ts';

const REPLY = {
  results: [
    { url: 'https://example.org/a', title: 'A', snippet: 'One.' },
    { url: 'https://example.org/b', title: 'B', snippet: 'Two.' },
  ],
};

const service: JsonService = {
  name: 'the test service',
  endpoint: 'https://example.org/v1/search',
  maxQueryChars: 10,
  maxResults: 3,
  notation: { language: (code) => ({ lang: code }) },
  parameters: ({ text, count }) => ({ q: text, n: count }),
  read: (body) => JSON.parse(JSON.stringify(body)).results,
};

const create = jsonBackend(service).open;
const pathAt = async (address: string) => (await hostedCalls(create, json(REPLY), { address }))[0]?.path;

test('uses the path of the service unless the URL has one', async () => {
  assert.equal(await pathAt(''), '/v1/search');
  assert.equal(await pathAt('/'), '/v1/search');
  assert.equal(await pathAt('/proxy/brave'), '/proxy/brave');
  const [call] = await hostedCalls(create, json(REPLY), { address: '/?tenant=a#x', text: 'x' });
  assert.deepEqual(call?.parameters, { tenant: 'a', q: 'x', n: '3' });
});

test('cuts a question to the limit of the service, and sends nothing without words', async () => {
  const [call] = await hostedCalls(create, json(REPLY), { text: '  0123456789abc ' });
  assert.equal(call?.parameters.q, '0123456789');
  assert.deepEqual(await hostedCalls(create, json(REPLY), { text: '  ' }), []);
});

test('tries again once without a language that the service does not know', async () => {
  const refuses = await hostedCalls(create, json({}, 400), { scope: { ...ANY_SCOPE, language: 'tlh' } });
  assert.deepEqual(
    refuses.map(({ parameters }) => parameters.lang),
    ['tlh', undefined],
  );
  assert.equal((await hostedCalls(create, json({}, 400))).length, 1);
  assert.equal(
    (await hostedCalls(create, json({}, 401), { scope: { ...ANY_SCOPE, language: 'de' } })).length,
    1,
  );
});

test('names the service whose format the reply does not have', async () => {
  const reader = jsonBackend({ ...service, read: () => null }).open;
  assertFailed(
    await hostedOutcome(reader, json(REPLY)),
    'protocol',
    /not in a format that the test service uses/,
  );
});

const SHAPE = z.object({ url: z.string() });

test('validates no more items than services return', () => {
  let validated = 0;
  const counting = SHAPE.refine(() => ++validated > 0);
  assert.equal(parseEach(Array(10_000).fill({ url: 'a' }), counting).length, 200);
  assert.equal(validated, 200);
});

test('distinguishes results of another shape from no results', () => {
  assert.deepEqual(parseResults([], SHAPE), []);
  assert.deepEqual(parseResults([{ url: 'a' }, {}], SHAPE), [{ url: 'a' }]);
  assert.equal(parseResults([{}, { link: 'a' }], SHAPE), null);
});
