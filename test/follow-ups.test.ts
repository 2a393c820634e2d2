import assert from 'node:assert/strict';
import { test } from 'node:test';
import { querying, startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

type Exchange = { readonly question: string; readonly answer: string };

const einstein: Exchange = {
  question: 'Who was Albert Einstein?',
  answer: 'Albert Einstein was a physicist [1].',
};

/** The searches, without the check whether the host can be reached. */
const questions = ({ asked }: { readonly asked: readonly string[] }) => asked.filter((text) => text !== '');

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

test('a first question costs one model call, and a follow-up one more, which says what to search for', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer();
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });

  const first = await (await post(service.url, { query: 'What is an axolotl?', history: [] })).json();
  assert.deepEqual([model.calls, first.tokens_used], [1, 120]);

  model.script = querying('"Albert Einstein age at death"');
  const next = await (await post(service.url, { query: 'how old was he?', history: [einstein] })).json();
  assert.deepEqual([model.calls, next.tokens_used], [3, 240]);
  assert.match(model.prompt, /Question: how old was he\?\n\(Searched for: Albert Einstein age at death\)/);
  assert.match(model.prompt, /asked: Who was Albert Einstein\?/);
  assert.equal(next.searched_for, 'Albert Einstein age at death');
  assert.deepEqual(questions(search), ['What is an axolotl?', 'Albert Einstein age at death']);
});

test('a stream reports the words searched for, only for a follow-up', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer(querying('Albert Einstein wife'));
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const searchEnd = async (body: unknown) => {
    const text = await (await post(service.url, body, { accept: 'text/event-stream' })).text();
    return JSON.parse(/event: search-end\ndata: (.*)/.exec(text)?.[1] ?? '{}');
  };
  assert.equal('query' in (await searchEnd({ query: 'axolotl' })), false);
  const told = await searchEnd({ query: 'and his wife?', history: [einstein] });
  assert.equal(told.query, 'Albert Einstein wife');
});

test('"and in German?" is no search: the last answer is written in that language', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer(
    querying('NONE', streaming('Albert Einstein war ein Physiker.')),
  );
  await using service = await startTestService({ SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const reply = await (await post(service.url, { query: 'and in German?', history: [einstein] })).json();
  assert.deepEqual([reply.answer, reply.error], ['Albert Einstein war ein Physiker.', null]);
  assert.deepEqual([questions(search), reply.sources, reply.search_engine], [[], [], 'none']);
});

test('an invalid conversation is refused in words, and unknown fields in it are ignored', async () => {
  await using search = await startSearchServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
  });
  const wrong: readonly [unknown, RegExp][] = [
    ['text', /`history` must be a list/],
    [[1], /must be an object/],
    [[{ answer: 'a' }], /`question`.*missing/],
    [[{ question: ' ', answer: 'a' }], /`question`.*empty/],
    [[{ question: 'q'.repeat(2001), answer: 'a' }], /`question`.*2000/],
    [[{ question: 'q' }], /`answer`/],
    [[{ question: 'q', answer: 'a'.repeat(16_001) }], /16000/],
    [Array(6).fill(einstein), /at most 5/],
  ];
  for (const [history, message] of wrong) {
    const response = await post(service.url, { query: 'a', history });
    assert.equal(response.status, 400);
    assert.match((await response.json()).error, message);
  }
  const known = await post(service.url, { query: 'a', history: [{ ...einstein, at: 3 }], thread: 'x' });
  assert.equal(known.status, 200);
});
