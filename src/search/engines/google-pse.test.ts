import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedCalls, testHostedAdapter } from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { googlePse } from './google-pse.ts';

const REPLY = {
  kind: 'customsearch#search',
  url: { type: 'application/json', template: 'https://example.org/template?q={searchTerms}' },
  queries: { request: [{ title: 'Search - axolotl', totalResults: '2', searchTerms: 'axolotl', count: 2 }] },
  context: { title: 'Everything' },
  searchInformation: { searchTime: 0.2, formattedSearchTime: '0.20', totalResults: '2' },
  items: [
    {
      kind: 'customsearch#result',
      title: 'Axolotl',
      htmlTitle: '<b>Axolotl</b>',
      link: 'https://example.org/axolotl',
      displayLink: 'example.org',
      snippet: 'The axolotl is a salamander.',
      pagemap: { metatags: [{ 'og:title': 'Axolotl' }] },
    },
    { title: 'Olm', link: 'https://example.org/olm', snippet: 'The olm lives in caves.' },
  ],
};

testHostedAdapter({
  create: googlePse.open,
  reply: REPLY,
  hits: [
    { url: 'https://example.org/axolotl', title: 'Axolotl', snippet: 'The axolotl is a salamander.' },
    { url: 'https://example.org/olm', title: 'Olm', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { ...REPLY, items: undefined },
  statuses: { 400: ['configuration', /the cx in its URL/] },
});

test('queries the engine in its URL for at most ten results', async () => {
  const query = {
    text: 'axolotl lake',
    limit: 50,
    scope: { ...ANY_SCOPE, language: 'de-CH' },
    address: '/?cx=e1:x',
  };
  const [call] = await hostedCalls(googlePse.open, json(REPLY), query);
  assert.equal(call?.path, '/customsearch/v1');
  assert.deepEqual(call.parameters, { cx: 'e1:x', key: 'k+1', q: 'axolotl lake', num: '10', hl: 'de' });
});
