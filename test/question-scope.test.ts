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

test('language and period reach the back-end', async () => {
  await ask({ language: 'de', country: 'AT', time_range: 'day' });
  assert.deepEqual([lastSearch().get('language'), lastSearch().get('time_range')], ['de-AT', 'day']);
  await fetch(`${service.url}/api/v1/query?q=axolotl&language=fr&time_range=month`);
  assert.deepEqual([lastSearch().get('language'), lastSearch().get('time_range')], ['fr', 'month']);
  await fetch(`${service.url}/search?q=axolotl&time_range=week`).then((page) => page.text());
  assert.equal(lastSearch().get('time_range'), 'week');
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

test('site operators in a message to the interfaces of OpenAI filter its sources', async () => {
  const response = await fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'sayso',
      messages: [{ role: 'user', content: 'axolotl -site:lakes.test' }],
    }),
  });
  const { citations } = await response.json();
  assert.deepEqual(
    citations.map((url: string) => new URL(url).hostname),
    ['animals.test'],
  );
  assert.equal(lastSearch().get('q')?.trim(), 'axolotl');
});

test('an invalid part gets a 400 that names it, in a body and in an address', async () => {
  for (const [body, name] of [
    [{ language: 'in German' }, 'language'],
    [{ country: 5 }, 'country'],
    [{ since: 'May' }, 'since'],
    [{ time_range: 'hour' }, 'time_range'],
    [{ sites: { only: 'a.test' } }, 'sites.only'],
    [{ sites: [] }, 'sites'],
  ] as const) {
    const response = await ask(body);
    assert.equal(response.status, 400, name);
    assert.match((await response.json()).error, new RegExp(`^The field \`${name}\``));
  }
  for (const name of ['country', 'until', 'only_sites']) {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${service.url}/api/v1/query?q=a&${name}=%20%21`, { method });
      assert.equal(response.status, 400, name);
      if (method === 'GET') assert.match((await response.json()).error, new RegExp(`\`${name}\``));
    }
  }
  assert.equal((await fetch(`${service.url}/search?q=a&since=May`)).status, 400);
});

test('the events say which parts a slot could not respect', async () => {
  const response = await ask({ until: '2026-01-31' }, { accept: 'text/event-stream' });
  const [, data = '{}'] = /event: search-end\ndata: (.*)/.exec(await response.text()) ?? [];
  assert.deepEqual(JSON.parse(data).slots[0].ignored, ['until']);
});
