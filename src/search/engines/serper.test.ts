import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, hostedOutcome, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { serper } from './serper.ts';

const REPLY = {
  searchParameters: { q: 'axolotl', type: 'search', engine: 'google' },
  answerBox: {
    title: 'Axolotl',
    answer: '15 years',
    snippet: 'Axolotls live for 15 years.',
    link: 'https://example.org/age',
  },
  knowledgeGraph: {
    title: 'Axolotl',
    type: 'Amphibian',
    description: 'A salamander from Mexico.',
    descriptionSource: 'Example',
    descriptionLink: 'https://example.org/encyclopaedia',
    attributes: { Lifespan: '15 years' },
  },
  organic: [
    {
      title: 'Axolotl',
      link: 'https://example.org/axolotl',
      snippet: 'The axolotl is a salamander.',
      position: 1,
    },
    { title: 'Olm', link: 'https://example.org/olm', snippet: 'The olm lives in caves.', position: 2 },
  ],
  relatedSearches: [{ query: 'axolotl price' }],
  credits: 1,
};

testHostedAdapter({
  create: serper.open,
  reply: REPLY,
  hits: [
    { url: 'https://example.org/age', title: 'Axolotl', snippet: '15 years Axolotls live for 15 years.' },
    { url: 'https://example.org/encyclopaedia', title: 'Axolotl', snippet: 'A salamander from Mexico.' },
    { url: 'https://example.org/axolotl', title: 'Axolotl', snippet: 'The axolotl is a salamander.' },
    { url: 'https://example.org/olm', title: 'Olm', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { organic: [] },
  statuses: { 400: ['configuration', /credits are used up/] },
});

test('posts the question and sends the key in a header', async () => {
  const [call] = await hostedCalls(serper.open, json(REPLY), {
    text: 'axolotl lake',
    scope: { ...ANY_SCOPE, language: 'de-CH' },
  });
  assert.equal(call?.method, 'POST');
  assert.equal(call.path, '/search');
  assert.equal(call.headers['x-api-key'], 'k+1');
  assert.deepEqual(call.body, { q: 'axolotl lake', num: 10, hl: 'de' });
});

test('drops an answer without a source or text', async () => {
  const boxes = {
    answerBox: { answer: '42' },
    knowledgeGraph: { title: 'T', descriptionLink: 'https://example.org/' },
  };
  assert.deepEqual(await hostedOutcome(serper.open, json({ ...boxes, organic: [] })), { status: 'empty' });
});
