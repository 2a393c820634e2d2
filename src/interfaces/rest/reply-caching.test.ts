import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type ModelServer, startModelServer } from '../../../test/support/model-server.ts';
import { type SearchServer, startSearchServer, withStatus } from '../../../test/support/search-server.ts';
import { startTestService, type TestService } from '../../../test/support/service.ts';

let search: SearchServer;
let model: ModelServer;
let service: TestService;
before(async () => {
  search = await startSearchServer();
  model = await startModelServer();
  service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    MODEL_API_KEY: 'k',
    MODEL_NAME: 'm',
    ANSWER_CACHE_SECONDS: '300',
  });
});
after(async () => {
  for (const one of [service, model, search]) await one?.[Symbol.asyncDispose]();
});

type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

async function get(question: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const url = `${service.url}/api/v1/query?q=${encodeURIComponent(question)}`;
  const call = request(url, { headers, agent: false }).end();
  const [response] = await once(call, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

const calls = () => [search.asked.length, model.calls];

test('a GET answer has a lifetime', async () => {
  const { headers } = await get('How is an answer named?');
  assert.equal(headers['cache-control'], 'private, max-age=300');
  assert.equal(headers.age, '0');
});

test('no-cache and max-age=0 get a new answer, which is kept', async () => {
  await get('What is fresh?');
  for (const cacheControl of ['no-cache', 'max-age=0', 'foo, No-Cache']) {
    const [searches, models] = calls();
    await get('What is fresh?', { 'cache-control': cacheControl });
    assert.deepEqual(calls(), [(searches ?? 0) + 1, (models ?? 0) + 1]);
  }
  const done = calls();
  assert.equal((await get('What is fresh?', { 'cache-control': 'max-age=10' })).status, 200);
  assert.deepEqual(calls(), done);
});

test('a reply with an answer that is not kept has no-store', async () => {
  const works = search.script;
  search.script = withStatus(500);
  const { headers, status } = await get('What is not kept?');
  search.script = works;
  assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
});
