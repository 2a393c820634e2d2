import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

/** The addresses of the searches that the back-end received. */
const searches: URL[] = [];
const search = await startSearchServer((response, request) => {
  searches.push(new URL(request.url ?? '/', 'http://localhost'));
  withResults()(response, request);
});
const model = await startModelServer(streaming('An axolotl [1].'));
const service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });

after(async () => {
  for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
});

const ask = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: 'axolotl', ...body }),
  });
const urlsOf = async (response: Response): Promise<string[]> =>
  (await response.json()).sources.map(({ url }: { url: string }) => new URL(url).hostname);
const lastSearch = () => searches.at(-1)?.searchParams ?? new URLSearchParams();

test('an answer is based only on the sites that its caller allows', async () => {
  assert.deepEqual(await urlsOf(await ask({ sites: { only: ['lakes.test'] } })), ['lakes.test']);
  assert.deepEqual(await urlsOf(await ask({ sites: { never: ['lakes.test'] } })), ['animals.test']);
  const byGet = await fetch(`${service.url}/api/v1/query?q=axolotl&only_sites=lakes.test,a.test`);
  assert.deepEqual(await urlsOf(byGet), ['lakes.test']);
});

test("an operator's sites apply to every answer, also a kept one, but not to instant answers", async () => {
  await using limited = await startTestService({
    ...{ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url },
    ...{ SITES_BLOCK: 'animals.test', ANSWER_CACHE_SECONDS: '60' },
  });
  const sources = async (query: string) => {
    const reply = await fetch(`${limited.url}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query, sites: { never: [] } }),
    });
    const [, data = '{"sources":[]}'] = /^event: sources\ndata: (.*)$/m.exec(await reply.text()) ?? [];
    return JSON.parse(data).sources.map(({ url }: { url: string }) => new URL(url).hostname);
  };
  assert.deepEqual(await sources('axolotl'), ['lakes.test']);
  const count = searches.length;
  assert.deepEqual(await sources('axolotl'), ['lakes.test']);
  assert.equal(searches.length, count);
  const instant = await fetch(`${limited.url}/api/v1/query?q=2%2B3`);
  assert.match((await instant.json()).answer, /5/);
});

test('site operators in a question filter its sources, and the echo keeps them', async () => {
  const response = await fetch(`${service.url}/api/v1/query?q=axolotl+-site%3Alakes.test`);
  const body = await response.json();
  assert.equal(body.query, 'axolotl -site:lakes.test');
  assert.deepEqual(
    body.sources.map(({ url }: { url: string }) => new URL(url).hostname),
    ['animals.test'],
  );
  assert.equal(lastSearch().get('q')?.trim(), 'axolotl');
});

test('the events say which parts a slot could not respect', async () => {
  const response = await ask({ until: '2026-01-31' }, { accept: 'text/event-stream' });
  const [, data = '{}'] = /event: search-end\ndata: (.*)/.exec(await response.text()) ?? [];
  assert.deepEqual(JSON.parse(data).slots[0].ignored, ['until']);
});
