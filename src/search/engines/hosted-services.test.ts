import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANIMAL_HITS,
  hostedCalls,
  hostedOutcome,
  testHostedAdapter,
} from '../../../test/support/hosted-search.ts';
import { json } from '../../../test/support/search-replies.ts';
import { faultWords } from '../../core/failure.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { exa, firecrawl, jina, linkup, ollama, parallel, tavily } from './searches-for-models.ts';
import { brave, braveContext, googlePse, kagi, marginalia, mojeek, serper } from './web-indexes.ts';

// Replies as the services send or document them, with animals in place of real pages.

const AXOLOTL = 'https://example.org/axolotl';
const OLM = 'https://example.org/olm';
const GILLS = 'The axolotl keeps its gills for life.';

testHostedAdapter({
  create: brave.open,
  reply: {
    type: 'search',
    web: {
      type: 'search',
      results: [
        {
          ...{ title: 'Axolotl', url: AXOLOTL, is_source_local: false, age: '2 days ago' },
          description: 'The <strong>axolotl</strong> is a salamander.',
        },
        { title: 'Olm &amp; kin', url: OLM, description: 'The olm lives in caves.' },
      ],
    },
  },
  hits: [
    { url: AXOLOTL, title: 'Axolotl', snippet: 'The axolotl is a salamander.' },
    { url: OLM, title: 'Olm & kin', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { type: 'search', query: { original: 'x' } },
  statuses: { 422: ['bad-parameter', /key or the language \(422\)/] },
  call: {
    path: '/res/v1/web/search',
    headers: { 'x-subscription-token': 'k+1' },
    parameters: { q: 'axolotl lake', count: '20' },
  },
  others: [[{ web: { results: [] } }, 200, 'empty']],
});

test('Brave gets its own codes of languages, and is asked again without one that it refuses', async () => {
  const asked = async (language: string, reply = json({ type: 'search' })) =>
    (await hostedCalls(brave.open, reply, { scope: { ...ANY_SCOPE, language } })).map(
      ({ parameters }) => parameters.search_lang,
    );
  assert.deepEqual(await asked('de-CH'), ['de']);
  assert.deepEqual(await asked('ja'), ['jp']);
  assert.deepEqual(await asked('tlh', json({}, 422)), ['tlh', undefined]);
});

testHostedAdapter({
  create: braveContext.open,
  reply: {
    grounding: {
      generic: [
        { url: AXOLOTL, title: 'Axolotl', snippets: ['The axolotl keeps its gills', 'for life.'] },
        { url: OLM, title: 'Olm', snippets: [] },
      ],
    },
    sources: {
      [AXOLOTL]: { title: 'Axolotl', age: ['Friday, January 02, 2026', '2026-01-02', '300 days ago'] },
      [OLM]: { title: 'Olm', hostname: 'example.org', age: null },
    },
  },
  hits: [
    {
      ...{ url: AXOLOTL, title: 'Axolotl', snippet: 'The axolotl keeps its gills … for life.' },
      publishedAt: '2026-01-02',
    },
    { url: OLM, title: 'Olm', snippet: '' },
  ],
  emptyReply: { grounding: { generic: [], map: [] }, sources: {} },
  statuses: { 422: ['bad-parameter', /422/] },
  call: {
    path: '/res/v1/llm/context',
    headers: { 'x-subscription-token': 'k+1' },
    parameters: { q: 'axolotl lake', count: '20', maximum_number_of_urls: '20' },
  },
});

testHostedAdapter({
  create: exa.open,
  reply: {
    results: [
      {
        ...{ id: AXOLOTL, title: 'Axolotl', url: AXOLOTL, author: null },
        publishedDate: '2026-01-02T00:00:00.000Z',
        highlights: ['The axolotl keeps its gills.', 'It lives near Mexico City.'],
      },
      { id: OLM, title: 'Olm', url: OLM, highlights: ['The olm lives in caves.'] },
    ],
  },
  hits: [
    {
      ...{ url: AXOLOTL, title: 'Axolotl', publishedAt: '2026-01-02T00:00:00.000Z' },
      snippet: 'The axolotl keeps its gills. … It lives near Mexico City.',
    },
    { url: OLM, title: 'Olm', snippet: 'The olm lives in caves.' },
  ],
  emptyReply: { requestId: '0123456789abcdef', results: [] },
  statuses: { 400: ['bad-parameter', /400/] },
  call: {
    path: '/search',
    headers: { 'x-api-key': 'k+1' },
    body: { query: 'axolotl lake', numResults: 25, contents: { highlights: true } },
  },
});

testHostedAdapter({
  create: firecrawl.open,
  reply: {
    success: true,
    data: {
      web: [
        { url: AXOLOTL, title: 'Axolotl', description: GILLS, position: 1 },
        { url: OLM, title: 'Olm', description: '', position: 2 },
      ],
    },
  },
  hits: ANIMAL_HITS,
  emptyReply: { success: true, data: { web: [] } },
  statuses: { 400: ['bad-parameter', /400/], 408: ['protocol', /408/] },
  call: {
    path: '/v2/search',
    headers: { authorization: 'Bearer k+1' },
    body: { query: 'axolotl lake', limit: 10 },
  },
  others: [[{ success: false, error: 'secret detail' }, 200, 'protocol']],
});

test("an instance of one's own of Firecrawl needs no key", async () => {
  const withoutKey: typeof firecrawl.open = (options) => firecrawl.open({ ...options, key: '' });
  const [call] = await hostedCalls(withoutKey, json({ success: true, data: {} }));
  assert.equal(call?.headers.authorization, undefined);
});

testHostedAdapter({
  create: googlePse.open,
  reply: {
    kind: 'customsearch#search',
    items: [
      {
        ...{ kind: 'customsearch#result', title: 'Axolotl', htmlTitle: '<b>Axolotl</b>', link: AXOLOTL },
        ...{ displayLink: 'example.org', snippet: GILLS },
      },
      { title: 'Olm', link: OLM },
    ],
  },
  hits: ANIMAL_HITS,
  emptyReply: { kind: 'customsearch#search', queries: { request: [] } },
  statuses: { 400: ['configuration', /the cx in its URL/] },
  call: { path: '/customsearch/v1', parameters: { key: 'k+1', q: 'axolotl lake', num: '10' } },
});

testHostedAdapter({
  create: jina.open,
  reply: {
    data: [
      { title: 'Axolotl', url: AXOLOTL, description: GILLS, content: '', usage: { tokens: 1000 } },
      { title: 'Olm', url: OLM, description: '' },
    ],
  },
  hits: ANIMAL_HITS,
  emptyReply: { code: 200, data: [] },
  statuses: { 400: ['bad-parameter', /400/], 422: ['protocol', /422/] },
  call: {
    path: '/',
    headers: { authorization: 'Bearer k+1', 'x-respond-with': 'no-content' },
    body: { q: 'axolotl lake', num: 20 },
  },
  others: [[{ data: null, code: 422, message: 'No search results available for query x' }, 422, 'empty']],
});

testHostedAdapter({
  create: kagi.open,
  reply: {
    meta: { ms: 213 },
    data: {
      search: [
        { url: AXOLOTL, title: 'Axolotl', snippet: GILLS, time: '2026-01-02T00:00:00Z' },
        { url: OLM, title: 'Olm' },
      ],
    },
  },
  hits: [
    { url: AXOLOTL, title: 'Axolotl', snippet: GILLS, publishedAt: '2026-01-02T00:00:00Z' },
    { url: OLM, title: 'Olm', snippet: '' },
  ],
  emptyReply: { meta: {}, data: { related_search: [] } },
  statuses: { 400: ['bad-parameter', /400/], 429: ['rate', /limit or credit/] },
  call: {
    path: '/api/v1/search',
    headers: { authorization: 'Bearer k+1' },
    body: { query: 'axolotl lake', workflow: 'search', limit: 50 },
  },
  others: [[{ meta: {}, data: {}, error: [{ code: 101, msg: 'Insufficient credit' }] }, 200, 'protocol']],
});

testHostedAdapter({
  create: linkup.open,
  reply: {
    results: [
      { type: 'text', name: 'Axolotl', url: AXOLOTL, content: GILLS, favicon: 'https://example.org/i.ico' },
      { type: 'text', name: 'Olm', url: OLM, content: '' },
    ],
  },
  hits: ANIMAL_HITS,
  emptyReply: { results: [] },
  statuses: { 400: ['bad-parameter', /400/], 429: ['rate', /credit is used up/] },
  call: {
    path: '/v1/search',
    headers: { authorization: 'Bearer k+1' },
    body: { q: 'axolotl lake', depth: 'fast', outputType: 'searchResults', maxResults: 20 },
  },
  others: [[{ statusCode: 400, error: { code: 'SEARCH_QUERY_NO_RESULT', details: [] } }, 400, 'empty']],
});

testHostedAdapter({
  create: marginalia.open,
  reply: {
    results: [
      {
        ...{ url: AXOLOTL, title: 'Axolotl', description: GILLS, quality: 5.1, format: 'html5' },
      },
      { url: OLM, title: 'Olm', description: '', quality: 4 },
    ],
  },
  hits: ANIMAL_HITS,
  emptyReply: { license: 'CC-BY-NC-SA 4.0', results: [] },
  statuses: { 503: ['rate', /for your own \(503\)/] },
  call: {
    path: '/search',
    headers: { 'api-key': 'k+1' },
    parameters: { query: 'axolotl lake', count: '50' },
  },
});

const mojeekSays = (status: string) => ({ response: { status, head: {} } });

testHostedAdapter({
  create: mojeek.open,
  reply: {
    response: {
      status: 'OK',
      head: { query: 'axolotl', nword: 1, timer: 0.1, start: 1, return: 2, results: 2 },
      results: [
        { url: AXOLOTL, title: 'Axolotl', desc: GILLS, score: 1 },
        { url: OLM, title: 'Olm', desc: '', score: 0.5 },
      ],
    },
  },
  hits: ANIMAL_HITS,
  emptyReply: { response: { status: 'OK', head: { results: 0 } } },
  statuses: { 400: ['bad-parameter', /400/] },
  call: { path: '/search', parameters: { api_key: 'k+1', q: 'axolotl lake', fmt: 'json', t: '20' } },
  others: [
    [{ response: { status: 'OK', head: { results: 0 }, results: [] } }, 200, 'empty'],
    [mojeekSays('ERROR: Daily Limit Reached'), 200, 'rate'],
    [mojeekSays('error: access'), 200, 'configuration'],
    [mojeekSays('ERROR: Oops'), 200, 'upstream'],
    [mojeekSays('No ERROR: Key'), 200, 'protocol'],
  ],
});

test('an error of Mojeek with status 200 says what to do', async () => {
  const outcome = await hostedOutcome(mojeek.open, json(mojeekSays('ERROR: Invalid API Key')));
  const words = outcome.status === 'failed' ? faultWords(outcome) : '';
  assert.equal(words, 'it does not accept the key: check SLOT_KEY');
});

testHostedAdapter({
  create: ollama.open,
  reply: {
    results: [
      { title: 'Axolotl', url: AXOLOTL, content: GILLS },
      { title: 'Olm', url: OLM, content: '' },
    ],
  },
  hits: ANIMAL_HITS,
  emptyReply: { results: [] },
  statuses: { 400: ['bad-parameter', /400/] },
  call: {
    path: '/api/web_search',
    headers: { authorization: 'Bearer k+1' },
    body: { query: 'axolotl lake', max_results: 10 },
  },
});

testHostedAdapter({
  create: parallel.open,
  reply: {
    search_id: 'search_00000000',
    results: [
      {
        ...{ url: AXOLOTL, title: 'Axolotl', publish_date: '2025-11-03' },
        excerpts: [GILLS, 'It lives near Mexico City.'],
      },
      { url: OLM, title: 'Olm', publish_date: null, excerpts: [] },
    ],
  },
  hits: [
    {
      ...{ url: AXOLOTL, title: 'Axolotl', publishedAt: '2025-11-03' },
      snippet: `${GILLS} … It lives near Mexico City.`,
    },
    { url: OLM, title: 'Olm', snippet: '' },
  ],
  emptyReply: { search_id: 'search_00000000', results: [] },
  statuses: {},
  call: {
    path: '/v1beta/search',
    headers: { 'x-api-key': 'k+1', 'parallel-beta': 'search-extract-2025-10-10' },
    body: {
      ...{ objective: 'axolotl lake', search_queries: ['axolotl lake'], max_results: 20, mode: 'fast' },
      excerpts: { max_chars_per_result: 1_500 },
    },
  },
});

testHostedAdapter({
  create: serper.open,
  reply: {
    answerBox: {
      ...{ title: 'Axolotl', answer: '15 years', snippet: 'Axolotls live for 15 years.' },
      link: 'https://example.org/age',
    },
    knowledgeGraph: {
      ...{ title: 'Axolotl', type: 'Amphibian', description: 'A salamander from Mexico.' },
      ...{ descriptionSource: 'Example', descriptionLink: 'https://example.org/encyclopaedia' },
    },
    organic: [
      { title: 'Axolotl', link: AXOLOTL, snippet: GILLS, position: 1 },
      { title: 'Olm', link: OLM, snippet: '', position: 2 },
    ],
  },
  hits: [
    { url: 'https://example.org/age', title: 'Axolotl', snippet: '15 years Axolotls live for 15 years.' },
    { url: 'https://example.org/encyclopaedia', title: 'Axolotl', snippet: 'A salamander from Mexico.' },
    ...ANIMAL_HITS,
  ],
  emptyReply: { organic: [] },
  statuses: { 400: ['configuration', /credits are used up/] },
  call: {
    path: '/search',
    headers: { 'x-api-key': 'k+1' },
    body: { q: 'axolotl lake', num: 20 },
  },
  others: [
    [{ answerBox: { answer: '42' }, organic: [] }, 200, 'empty'],
    [{ knowledgeGraph: { title: 'T', descriptionLink: OLM }, organic: [] }, 200, 'empty'],
  ],
});

testHostedAdapter({
  create: tavily.open,
  reply: {
    ...{ query: 'axolotl', follow_up_questions: null, answer: null, images: [] },
    results: [
      { url: AXOLOTL, title: 'Axolotl', content: GILLS, score: 0.91, raw_content: null },
      { url: OLM, title: 'Olm', content: '', score: 0.4 },
    ],
  },
  hits: ANIMAL_HITS,
  emptyReply: { query: 'axolotl', results: [] },
  statuses: {
    400: ['bad-parameter', /400/],
    432: ['configuration', /limit is reached \(432\): raise it/],
    433: ['configuration', /pay-as-you-go limit is reached \(433\)/],
  },
  call: {
    path: '/search',
    headers: { authorization: 'Bearer k+1', 'content-type': 'application/json' },
    body: { query: 'axolotl lake', max_results: 20, search_depth: 'basic' },
  },
});
