import assert from 'node:assert/strict';
import { test } from 'node:test';
import { querying, startModelServer, streaming } from './support/model-server.ts';
import { writeQuokkaIndex } from './support/quokka-index.ts';
import { isRedisInstalled, startRedis } from './support/redis-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until } from './support/until.ts';

type Environment = Readonly<Record<string, string>>;
type Reply = {
  readonly answer: string;
  readonly answer_id?: string;
  readonly sources: readonly { readonly url: string; readonly snippet: string }[];
};

/** A service whose model says that no follow-up needs a search, and answers "Yes [1].". */
async function startAnswering(environment: Environment) {
  const search = await startSearchServer();
  const model = await startModelServer(querying('NONE', streaming('Yes [1].')));
  const web = { SEARCH_PRIMARY_URL: search.url };
  const service = await startTestService({
    ...('SEARCH_PRIMARY_URL' in environment ? {} : web),
    ...{ MODEL_BASE_URL: model.url, MODEL_NAME: 'm', ANSWER_CACHE_SECONDS: '60' },
    ...environment,
  });
  const post = async (key: string, path: string, body: object, accept = 'application/json') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, accept };
    return fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const ask = async (key: string, query: string, answer_id: string | null = null, answer = 'Yes [1].') => {
    const history = [{ question: '?', answer, ...(answer_id !== null && { answer_id }) }];
    const body = { query, ...(answer_id === null && query.endsWith('??') ? {} : { history }) };
    const response = await post(key, '/api/ask', body);
    const reply = (await response.json()) as Reply;
    return { ...reply, id: response.headers.get('sayso-answer-id') ?? '' };
  };
  return {
    ...{ post, ask, model, search },
    async [Symbol.asyncDispose]() {
      for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
    },
  };
}

/** Messages about the last answer. */
const ABOUT = ['source?', 'shorter', 'make it shorter', 'translate that into German', 'are you sure?'];

test('nobody gets the sources of an answer by its text, and another key not even with its id', async () => {
  await using documents = await writeQuokkaIndex();
  await using service = await startAnswering({ ...documents.settings, API_KEYS: 'key-a,key-b' });
  const first = await service.ask('key-a', 'Where does the quokka live??');
  assert.equal(first.sources.length, 1);
  for (const query of ABOUT)
    for (const id of [null, first.id, 'x'.repeat(44), first.id.slice(0, 22)]) {
      service.model.script = querying('NONE', streaming('Ja.'));
      const reply = await service.ask('key-b', query, id);
      assert.deepEqual(reply.sources, [], `${query} ${id}`);
      assert.doesNotMatch(JSON.stringify(reply), /island/);
      if (id === null) assert.deepEqual((await service.ask('key-a', query)).sources, [], query);
    }
  service.model.script = querying('NONE', streaming('Yes [1].'));
  for (const query of ABOUT)
    assert.deepEqual((await service.ask('key-a', query, first.id)).sources, first.sources, query);
});

test('an answer about an answer of the web is cached for the caller of that answer only', async () => {
  await using service = await startAnswering({ API_KEYS: 'key-a,key-b' });
  const first = await service.ask('key-a', 'What is an axolotl??');
  service.model.script = querying('NONE', streaming('Yes [1].'));
  for (const query of ABOUT) {
    assert.deepEqual((await service.ask('key-a', query, first.id)).sources, first.sources, query);
    assert.deepEqual((await service.ask('key-b', query, first.id)).sources, [], query);
  }
});

test('a page whose answer has the same text does not become a source of that answer', async () => {
  await using service = await startAnswering({ API_KEYS: 'key-a,key-b' });
  const first = await service.ask('key-a', 'What is an axolotl??');
  service.search.script = (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ results: [{ url: 'https://evil.test/', title: 'E', content: 'Evil axolotl.' }] }),
    );
  };
  await service.ask('key-b', 'Is an axolotl evil??');
  await service.ask('key-a', 'Is the axolotl evil??');
  const shorter = await service.ask('key-a', 'make it shorter', first.id);
  assert.deepEqual(shorter.sources, first.sources);
});

test('the id comes with streams and verdicts, chats and responses, and never in a plain reply', async () => {
  await using service = await startAnswering({ API_KEYS: 'key-a' });
  const json = async (path: string, body: object) => (await service.post('key-a', path, body)).json();
  const query = 'What is an axolotl?';
  const plain = await json('/api/ask', { query });
  assert.equal('answer_id' in plain, false);
  const judged = (await json('/api/ask', { query, verdicts: true })) as Reply;
  assert.match(judged.answer_id ?? '', /^[\w-]{44}$/);
  const stream = await (await service.post('key-a', '/api/ask', { query }, 'text/event-stream')).text();
  assert.ok(stream.includes(`"answer_id":"${judged.answer_id}"`));
  const asked = [{ role: 'user', content: query }];
  const chat = (await json('/v1/chat/completions', { model: 'sayso', messages: asked })) as {
    choices: [{ message: { content: string; annotations: object[] } }];
  };
  const [{ message }] = chat.choices;
  const response = await json('/v1/responses', { model: 'sayso', input: query });
  const searched = service.search.asked.length;
  const again = [...asked, message, { role: 'user', content: 'make it shorter' }];
  const shorter = (await json('/v1/chat/completions', { model: 'sayso', messages: again })) as typeof chat;
  assert.equal(shorter.choices[0].message.annotations.length, 1);
  const textOnly = [...asked, { role: 'assistant', content: message.content }, again.at(-1)];
  const bare = (await json('/v1/chat/completions', { model: 'sayso', messages: textOnly })) as typeof chat;
  assert.deepEqual(bare.choices[0].message.annotations, []);
  const next = { model: 'sayso', input: 'make it shorter', previous_response_id: response.id };
  assert.match(JSON.stringify(await json('/v1/responses', next)), /animals\.test/);
  assert.equal(service.search.asked.length, searched, 'no rework searched');
});

test('with a shared Redis, an instance with other keys gets no passage of a collection', {
  skip: isRedisInstalled() ? false : 'no redis-server',
}, async () => {
  await using redis = await startRedis();
  await using documents = await writeQuokkaIndex();
  const shared = { REDIS_URL: redis.url };
  await using owner = await startAnswering({ ...documents.settings, ...shared, API_KEYS: 'key-a' });
  const same = { ...documents.settings, ...shared, MODEL_BASE_URL: owner.model.url };
  await using twin = await startAnswering({ ...same, API_KEYS: 'key-a' });
  await using other = await startAnswering({ ...shared, API_KEYS: 'key-b' });
  await using sibling = await startAnswering({ ...same, API_KEYS: 'key-b' });
  const first = await owner.ask('key-a', 'Where does the quokka live??');
  for (const service of [other, sibling])
    for (const query of ABOUT)
      for (const id of [null, first.id]) {
        const reply = await service.ask('key-b', query, id);
        assert.doesNotMatch(JSON.stringify(reply), /documents\/|island/, `${query} ${id}`);
      }
  // Another instance with the same settings knows them, as soon as they are stored.
  await until(async () => (await twin.ask('key-a', 'make it shorter', first.id)).sources.length === 1);
});
