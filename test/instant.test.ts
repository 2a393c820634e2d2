import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const ask = (url: string, body: object) =>
  fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((response) => response.json());

test('a sum is answered without a search, unless switched off or for a question with a scope', async () => {
  let searches = 0;
  await using search = await startSearchServer((response, request) => {
    // At startup, the service also checks whether its back-end can be reached.
    if (new URL(request.url ?? '/', 'http://localhost').searchParams.has('q')) searches++;
    withResults()(response, request);
  });
  const environment = { SEARCH_PRIMARY_URL: search.url, SEARCH_SECONDARY_URL: 'off' };
  await using service = await startTestService(environment);
  const answer = await ask(service.url, { query: '17 % of 230' });
  assert.equal(answer.answer, '17% of 230 = **39.1**');
  assert.match(answer.html_answer, /<strong>39\.1<\/strong>/);
  assert.deepEqual([answer.search_engine, answer.model, answer.tokens_used], ['none', 'instant', 0]);
  assert.deepEqual(answer.sources, []);
  assert.equal(searches, 0);

  await ask(service.url, { query: '17 % of 230', sites: { only: ['lakes.test'] } });
  assert.ok(searches > 0, 'a question with a scope is searched');
  const before = searches;
  await ask(service.url, { query: '17 % of 230', instant: false });
  assert.ok(searches > before, 'searched on request');
});
