import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { marginalia } from './marginalia.ts';

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

testHostedAdapter({
  create: marginalia.open,
  reply: REPLY,
  hits: [
    { url: 'https://example.org/axolotl', title: 'Axolotl', snippet: 'The axolotl is a salamander.' },
    { url: 'https://example.org/olm', title: 'Olm', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { ...REPLY, results: [] },
  statuses: { 503: ['rate', /for your own \(503\)/] },
});

test('sends the key in a header', async () => {
  const [call] = await hostedCalls(marginalia.open, json(REPLY), { text: 'axolotl lake' });
  assert.equal(call?.path, '/search');
  assert.deepEqual(call.parameters, { query: 'axolotl lake', count: '10' });
  assert.equal(call.headers['api-key'], 'k+1');
});
