import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedPaths, type FixedReplies, startTextInterface } from '../../../test/support/fixed-replies.ts';
import { rest } from './rest.ts';

const start = (replies?: FixedReplies) => startTextInterface(rest, replies);
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

test('every path that causes work counts towards the rate limit, and no other', async () => {
  const payload = { query: 'Who?' };
  const post = (name: string) => ({ method: 'POST', url: `/api/${name}`, payload }) as const;
  const counted = ['ask', 'context', 'search', 'plan', 'v1/query'].map(post);
  const get = ['/api/v1/query?q=Who', '/api/health', '/livez', '/readyz', '/metrics', '/openapi.json'].map(
    (url) => ({ method: 'GET', url }) as const,
  );
  const head = { method: 'HEAD', url: '/api/v1/query?q=Who' } as const;
  assert.deepEqual(await countedPaths(rest, [...counted, ...get, head, post('ask/x/finish')]), [
    ...counted.map(({ url }) => `POST ${url}`),
    'GET /api/v1/query?q=Who',
  ]);
});
