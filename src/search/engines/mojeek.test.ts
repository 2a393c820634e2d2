import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, hostedOutcome, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { assertFailed, json } from '../../../test/support/search-replies.ts';
import { faultWords } from '../../core/failure.ts';
import { mojeek } from './mojeek.ts';

const REPLY = {
  response: {
    status: 'OK',
    head: { query: 'axolotl', nword: 1, timer: 0.1, start: 1, return: 2, results: 2 },
    results: [
      {
        url: 'https://example.org/axolotl',
        title: 'Axolotl',
        desc: 'The axolotl is a salamander.',
        score: 1,
      },
      { url: 'https://example.org/olm', title: 'Olm', desc: 'The olm lives in caves.', score: 0.5 },
    ],
  },
};

const withStatus = (status: string) => json({ response: { status, head: {} } });

testHostedAdapter({
  create: mojeek.open,
  reply: REPLY,
  hits: [
    { url: 'https://example.org/axolotl', title: 'Axolotl', snippet: 'The axolotl is a salamander.' },
    { url: 'https://example.org/olm', title: 'Olm', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { response: { status: 'OK', head: { results: 0 } } },
  statuses: { 400: ['bad-parameter', /400/] },
});

test('sends words and key in the URL', async () => {
  const [call] = await hostedCalls(mojeek.open, json(REPLY), { text: 'axolotl lake' });
  assert.equal(call?.path, '/search');
  assert.deepEqual(call.parameters, { api_key: 'k+1', q: 'axolotl lake', fmt: 'json', t: '10' });
});

test('is empty if the count is zero and there is a list', async () => {
  const response = { status: 'OK', head: { results: 0 }, results: [] };
  assert.deepEqual(await hostedOutcome(mojeek.open, json({ response })), { status: 'empty' });
});

test('recognizes errors with status 200', async () => {
  assertFailed(await hostedOutcome(mojeek.open, withStatus('ERROR: Daily Limit Reached')), 'rate', /limit/);
  assertFailed(
    await hostedOutcome(mojeek.open, withStatus('ERROR: Invalid API Key')),
    'configuration',
    /check/,
  );
  assertFailed(await hostedOutcome(mojeek.open, withStatus('ERROR: Oops')), 'upstream', /reports an error/);
  assertFailed(await hostedOutcome(mojeek.open, withStatus('Well')), 'protocol', /not in a format/);
});

test('an error with status 200 says what is wrong and what to do', async () => {
  const causeOf = async (status: string) => {
    const outcome = await hostedOutcome(mojeek.open, withStatus(status));
    return outcome.status === 'failed' ? `${outcome.reason}: ${faultWords(outcome)}` : outcome.status;
  };
  for (const status of ['ERROR: Key', 'error: access', 'Error: DENIED', 'ERROR: unauthorised'])
    assert.equal(await causeOf(status), 'configuration: it does not accept the key: check SLOT_KEY');
  assert.equal(
    await causeOf('ERROR: Key Limit'),
    "rate: the limit of the key's plan is reached: wait, or ask Mojeek for a higher limit",
  );
  assert.equal(await causeOf('ERROR: Oops'), 'upstream: it reports an error instead of results');
  assert.match(await causeOf('No ERROR: Key'), /^protocol: /);
});
