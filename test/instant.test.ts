import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findInstant } from '@sayso/instant/find-instant.ts';
import { createMarkdownSanitizer } from '@sayso/markdown';
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

test('the output policy, which instant answers need not pass, would change none of them', () => {
  const sanitizeMarkdown = createMarkdownSanitizer();
  const goldens: Record<string, Record<string, object>> = JSON.parse(
    readFileSync(new URL('instant/goldens.json', import.meta.url), 'utf8'),
  );
  for (const [language, kinds] of Object.entries(goldens))
    for (const question of Object.values(kinds).flatMap((questions) => Object.keys(questions))) {
      const found = findInstant(question, { nowMs: Date.UTC(2026, 10, 22, 12), preferred: [language] });
      assert.equal(sanitizeMarkdown(found?.text ?? '', []), found?.text, question);
    }
});
