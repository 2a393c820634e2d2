import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, hostedOutcome, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { brave, braveContext } from './brave.ts';

const REPLY = {
  type: 'search',
  query: { original: 'axolotl', more_results_available: true },
  mixed: { type: 'mixed', main: [{ type: 'web', index: 0, all: false }] },
  web: {
    type: 'search',
    results: [
      {
        title: 'Axolotl',
        url: 'https://example.org/axolotl',
        is_source_local: false,
        description: 'The <strong>axolotl</strong> is a salamander.',
        age: '2 days ago',
        profile: { name: 'Example', url: 'https://example.org/axolotl' },
      },
      { title: 'Olm &amp; kin', url: 'https://example.org/olm', description: 'The olm lives in caves.' },
    ],
    family_friendly: true,
  },
};

testHostedAdapter({
  create: brave.open,
  reply: REPLY,
  hits: [
    { url: 'https://example.org/axolotl', title: 'Axolotl', snippet: 'The axolotl is a salamander.' },
    { url: 'https://example.org/olm', title: 'Olm & kin', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { type: 'search', query: { original: 'x' } },
  statuses: { 422: ['bad-parameter', /key or the language \(422\)/] },
});

test('sends the key in a header and the words in the URL', async () => {
  const [call, ...others] = await hostedCalls(brave.open, json(REPLY), { text: 'axolotl lake', limit: 50 });
  assert.equal(others.length, 0);
  assert.equal(call?.path, '/res/v1/web/search');
  assert.deepEqual(call.parameters, { q: 'axolotl lake', count: '20' });
  assert.equal(call.headers['x-subscription-token'], 'k+1');
});

test('uses its language codes, and leaves out an unknown language', async () => {
  const asked = async (language: string, reply = json(REPLY)) =>
    (await hostedCalls(brave.open, reply, { scope: { ...ANY_SCOPE, language } })).map(
      ({ parameters }) => parameters.search_lang,
    );
  assert.deepEqual(await asked('de-CH'), ['de']);
  assert.deepEqual(await asked('ja'), ['jp']);
  assert.deepEqual(await asked('auto'), [undefined]);
  assert.deepEqual(await asked('tlh', json({}, 422)), ['tlh', undefined]);
});

test('is empty if the list of web results is', async () => {
  assert.deepEqual(await hostedOutcome(brave.open, json({ web: { results: [] } })), { status: 'empty' });
});

/** In the form of https://api-dashboard.search.brave.com/documentation/services/llm-context. */
const CONTEXT = {
  grounding: {
    generic: [
      {
        url: 'https://example.org/axolotl',
        title: 'Axolotl',
        snippets: ['The axolotl keeps its gills', 'for life.'],
      },
      { url: 'https://example.org/olm', title: 'Olm', snippets: [] },
    ],
    map: [],
  },
  sources: {
    'https://example.org/axolotl': {
      title: 'Axolotl',
      hostname: 'example.org',
      age: ['Friday, January 02, 2026', '2026-01-02', '300 days ago'],
    },
    'https://example.org/olm': { title: 'Olm', hostname: 'example.org', age: null },
  },
};

testHostedAdapter({
  create: braveContext.open,
  reply: CONTEXT,
  hits: [
    {
      url: 'https://example.org/axolotl',
      title: 'Axolotl',
      snippet: 'The axolotl keeps its gills … for life.',
      publishedAt: '2026-01-02',
    },
    { url: 'https://example.org/olm', title: 'Olm', snippet: '' },
  ],
  emptyReply: { ...CONTEXT, grounding: { generic: [] } },
  statuses: { 422: ['bad-parameter', /422/] },
});

test('asks for passages of as many pages as results', async () => {
  const [call] = await hostedCalls(braveContext.open, json(CONTEXT), { text: 'axolotl' });
  assert.equal(call?.path, '/res/v1/llm/context');
  assert.equal(call.headers['x-subscription-token'], 'k+1');
  assert.deepEqual(call.parameters, { q: 'axolotl', count: '10', maximum_number_of_urls: '10' });
});
