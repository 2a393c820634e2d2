import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countedPaths,
  type FixedReplies,
  RECORD,
  startTextInterface,
} from '../../../test/support/fixed-replies.ts';
import type { Source } from '../../core/source.ts';
import { createRest } from './rest.ts';

const start = (replies?: FixedReplies) => startTextInterface(createRest, replies);
type Sent = {
  readonly payload?: object;
  readonly headers?: Record<string, string>;
  readonly method?: 'GET' | 'HEAD';
};

async function send(url: string, { payload, headers = {}, method }: Sent = {}, replies: FixedReplies = {}) {
  await using started = await start(replies);
  const verb = method ?? (payload === undefined ? 'GET' : 'POST');
  const reply = await started.app.inject({ method: verb, url, headers, ...(payload && { payload }) });
  const [question] = started.requests.questions;
  const [search] = started.requests.searches;
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.body,
    json: () => reply.json(),
    question,
    search,
  };
}

const full: Source = {
  ...{ index: 1, url: 'https://a.example/', title: 'A', snippet: 's', basis: 'page' },
  ...{ readAt: '2026-01-02T03:04:05Z', publishedAt: '2025-12-31', siteName: 'A site', author: 'Ada' },
  slot: 2,
  passages: [{ text: 'One.', from: 0, to: 4 }],
};

test('health is the configuration, and the longest question is in a header', async () => {
  const { json, headers } = await send('/api/health');
  assert.deepEqual(json(), {
    ...{ status: 'ok', version: '1.2.3', llm_configured: true },
    search_primary_url: 'http://primary.example',
    search_secondary_url: 'http://secondary.example',
  });
  assert.equal(headers['sayso-max-query-chars'], '100');
  const head = await send('/api/health', { method: 'HEAD' });
  assert.deepEqual([head.status, head.body, head.headers['sayso-max-query-chars']], [200, '', '100']);
});

test('all options of a question reach the service', async () => {
  const history = [{ question: 'What is it?', answer: 'A bridge.' }];
  const payload = {
    query: 'Who built it?',
    num_sources: 7,
    history,
    depth: 'deep',
    country: 'de',
    language: 'fr',
  };
  const { question } = await send('/api/ask', { payload });
  assert.deepEqual(
    [question?.maxSources, question?.depth, question?.deadlineMs, question?.history],
    [7, 'deep', 120_000, history],
  );
  assert.deepEqual([question?.scope.country, question?.scope.language], ['DE', 'fr']);
  const headers = { 'cache-control': 'no-cache', 'accept-language': 'de-CH;q=1, en', prefer: 'wait=10' };
  const wished = await send('/api/ask', { payload: { query: 'Who?' }, headers });
  assert.deepEqual([wished.question?.fresh, wished.question?.readerLanguage], [true, 'de-CH']);
  assert.ok((wished.question?.deadlineMs ?? 0) < 10_000);
  assert.equal(wished.headers['preference-applied'], 'wait=10');
  const longer = await send('/api/ask', { payload: { query: 'Who?' }, headers: { prefer: 'wait=1000' } });
  assert.equal(longer.question?.deadlineMs, 30_000);
  const operator = await send('/api/ask', { payload: { query: 'Who? site:b.example' } });
  assert.deepEqual(operator.question?.scope.sites.only, ['b.example']);
});

test('a query that a browser makes ahead of time, or as part of a page, is refused', async () => {
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'Prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin', 'sec-fetch-user': '?1' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[])
    assert.equal((await send('/api/v1/query?q=Who', { headers })).status, 403, JSON.stringify(headers));
  for (const headers of [
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' },
    { purpose: 'reading' },
  ] as Record<string, string>[])
    assert.equal((await send('/api/v1/query?q=Who', { headers })).status, 200, JSON.stringify(headers));
});

test('the passages are a text and sources, with the outcomes of the slots', async () => {
  const replies: FixedReplies = {
    evidence: { sources: [full], searches: [{ ...RECORD, words: 'other words' }] },
  };
  const payload = { query: 'Who?', max_tokens: 500, num_sources: 3 };
  const { json, question } = await send('/api/context', { payload }, replies);
  const { text, tokens, ...rest } = json();
  assert.match(text, /One\./);
  assert.ok(tokens > 0 && tokens <= 500);
  assert.deepEqual(rest, {
    ...{ query: 'Who?', searched_for: 'other words', language: 'en' },
    sources: [
      {
        ...{
          index: 1,
          title: 'A',
          url: 'https://a.example/',
          site: rest.sources[0].site,
          date: '2025-12-31',
        },
        ...{ author: 'Ada', basis: 'page', read: '2026-01-02T03:04:05Z', search_engine: 'engine_b' },
        passages: [{ text: 'One.', from: 0, to: 4 }],
      },
    ],
    search_engine: 'engine_a',
    slots: [{ search_engine: 'engine_a', status: 'ok', cause: '', took_ms: 1 }],
  });
  assert.deepEqual([question?.maxSources, question?.deadlineMs], [3, 30_000]);
  assert.ok((question?.sourceTokens ?? 0) > 0 && (question?.sourceTokens ?? 0) < 500);
  const { index, url, title, snippet, passages } = full;
  const bare: FixedReplies = { evidence: { sources: [{ index, url, title, snippet, passages }] } };
  const plain = (await send('/api/context', { payload: { query: 'a question' } }, bare)).json();
  assert.equal(plain.searched_for, undefined);
  assert.deepEqual(
    [plain.sources[0].date, plain.sources[0].author, plain.sources[0].read],
    [null, null, undefined],
  );
});

test('a search is its hits in order, with the outcomes of the slots', async () => {
  const hit = (at: number) => ({ url: `https://www.h${at}.example/`, title: `H${at}`, snippet: 's' });
  const hits = [{ ...hit(1), publishedAt: '2026-01-02', slot: 2 as const }, hit(2), hit(3)];
  const trail = [
    {
      slot: 1,
      status: 'failed',
      cause: 'it broke',
      tookMs: 1.26,
      ignored: ['country'],
      reason: 'network',
    },
    ...RECORD.trail,
  ] as const;
  const record = { ...RECORD, hits, slot: 2, trail } as const;
  const { json, search } = await send(
    '/api/search',
    { payload: { query: 'Who?', num_results: 2 } },
    { record },
  );
  const { slots, ...found } = json();
  assert.match(found.results[0].site, /h1\.example$/);
  assert.deepEqual(found, {
    query: 'Who?',
    results: [
      {
        ...{
          index: 1,
          title: 'H1',
          url: 'https://www.h1.example/',
          site: found.results[0].site,
          snippet: 's',
        },
        ...{ date: '2026-01-02', search_engine: 'engine_b' },
      },
      {
        index: 2,
        title: 'H2',
        url: 'https://www.h2.example/',
        site: found.results[1].site,
        snippet: 's',
        date: null,
      },
    ],
    search_engine: 'engine_b',
  });
  const failure = { status: 'failed', cause: 'it broke', reason: 'network', took_ms: 1.3 };
  assert.deepEqual(slots, [
    { search_engine: 'engine_a', ...failure, ignored: ['country'] },
    { search_engine: 'engine_a', status: 'ok', cause: '', took_ms: 1 },
  ]);
  assert.deepEqual([search?.text, search?.limit, search?.timeoutMs], ['Who?', 2, 30_000]);
  const failed = { ...RECORD, outcome: { status: 'failed', cause: 'all broke' }, slot: null } as const;
  const refused = await send('/api/search', { payload: { query: 'Who?' } }, { record: failed });
  assert.deepEqual(
    [refused.status, refused.json()],
    [502, { error: 'The search failed: all broke.', results: [] }],
  );
  const empty = { ...RECORD, outcome: { status: 'empty' }, hits: [], slot: null } as const;
  assert.deepEqual(
    (await send('/api/search', { payload: { query: 'Who?' } }, { record: empty })).json().results,
    [],
  );
});

test('every path that causes work counts towards the rate limit, and no other', async () => {
  const payload = { query: 'Who?' };
  const post = (name: string) => ({ method: 'POST', url: `/api/${name}`, payload }) as const;
  const counted = ['ask', 'context', 'search', 'plan', 'v1/query'].map(post);
  const get = ['/api/v1/query?q=Who', '/api/health', '/livez', '/readyz', '/metrics', '/openapi.json'].map(
    (url) => ({ method: 'GET', url }) as const,
  );
  const head = { method: 'HEAD', url: '/api/v1/query?q=Who' } as const;
  assert.deepEqual(await countedPaths(createRest, [...counted, ...get, head, post('ask/x/finish')]), [
    ...counted.map(({ url }) => `POST ${url}`),
    'GET /api/v1/query?q=Who',
  ]);
});
