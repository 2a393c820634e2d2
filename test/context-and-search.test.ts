import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { hanging, startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const search = await startSearchServer();
const service = await startTestService({ SEARCH_PRIMARY_URL: search.url });
const impatient = await startTestService({ SEARCH_PRIMARY_URL: search.url, ANSWER_DEADLINE_MS: '200' });

after(async () => {
  for (const each of [service, impatient, search]) await each[Symbol.asyncDispose]();
});
beforeEach(() => {
  search.script = withResults();
});

const post = (path: string, body: object, to = service) =>
  fetch(to.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a search that hangs ends with the deadline, and one whose caller leaves at once', async () => {
  search.script = hanging;
  for (const path of ['/api/context', '/api/search'])
    assert.equal((await post(path, { query: 'slow' }, impatient)).status, 502, path);
  const leaving = new AbortController();
  const asked = search.asked.length;
  const reply = fetch(`${service.url}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query": "left"}',
    signal: leaving.signal,
  });
  while (search.asked.length === asked) await new Promise((resolve) => setTimeout(resolve, 5));
  leaving.abort();
  await assert.rejects(reply, { name: 'AbortError' });
  await search.dropped;
});
