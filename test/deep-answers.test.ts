import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { toSseEvents } from './support/sse-events.ts';
import { startStage } from './support/stage.ts';
import { until } from './support/until.ts';

const KEYS = { first: 'key-of-the-first-caller', second: 'key-of-the-second-caller' } as const;

function ask(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: 'What is an axolotl?', ...body }),
  });
}

const STREAMED = { accept: 'text/event-stream' };

test('nobody can end an answer that is not being made, or that of another key', async () => {
  await using on = await startStage({ API_KEYS: `${KEYS.first},${KEYS.second}` });
  const finish = (id: string, key: string) =>
    fetch(`${on.url}/api/ask/${id}/finish`, { method: 'POST', headers: { 'x-api-key': key } });
  assert.equal((await finish('unknown', KEYS.first)).status, 404);
  on.model.script = streamingThenHanging('An axolotl is');
  const leaving = new AbortController();
  const response = await fetch(`${on.url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEYS.first, ...STREAMED },
    body: JSON.stringify({ query: 'What is an axolotl?', depth: 'deep' }),
    signal: leaving.signal,
  });
  const id = response.headers.get('x-request-id') ?? '';
  assert.equal((await fetch(`${on.url}/api/ask/${id}/finish`, { method: 'POST' })).status, 401);
  assert.equal((await finish(id, KEYS.second)).status, 404);
  assert.equal((await finish(id, KEYS.first)).status, 204);
  leaving.abort();
});

/** A model that never finishes a plan, and answers everything else. */
function planWithoutEnd(model: ModelServer): void {
  const answered = streaming('An axolotl is a salamander [1].');
  model.script = (response, call, count) =>
    JSON.stringify(call.body).includes('<source') ? answered(response, call, count) : undefined;
}

/** Reads a streamed answer while it is made. */
async function follow(url: string) {
  const response = await ask(url, { depth: 'deep' }, STREAMED);
  let text = '';
  const ended = (async () => {
    for await (const piece of response.body ?? []) text += new TextDecoder().decode(piece);
  })();
  await until(() => text.includes('\n\n'));
  const id = response.headers.get('x-request-id') ?? '';
  const finish = async () => (await fetch(`${url}/api/ask/${id}/finish`, { method: 'POST' })).status;
  return { id, finish, ended, events: () => toSseEvents(text), raw: () => text };
}

/** Three times this for a deep answer. */
const LONG = { ANSWER_DEADLINE_MS: '1200000', MODEL_TIMEOUT_MS: '3600000' };
const ANSWERED = /An axolotl is a salamander \[1\]/;

test('a deep answer can be ended while its plan is made: the reply begins with its id', async () => {
  await using on = await startStage(LONG);
  planWithoutEnd(on.model);
  const caller = await follow(on.url);
  assert.deepEqual(caller.events()[0]?.event, 'begin');
  const { id, remaining_ms: remainingMs } = JSON.parse(caller.events()[0]?.data ?? '');
  assert.equal(id, caller.id);
  assert.ok(remainingMs > 0 && remainingMs <= 3 * Number(LONG.ANSWER_DEADLINE_MS), `${remainingMs}`);
  assert.equal(caller.events().length, 1);
  assert.equal(await caller.finish(), 204);
  await caller.ended;
  assert.match(caller.raw(), ANSWERED);
});

test('one of two callers with the same deep question can end its own answer; the other still waits', async () => {
  await using on = await startStage({ ...LONG, ANSWER_CACHE_SECONDS: '60' });
  planWithoutEnd(on.model);
  const first = await follow(on.url);
  const second = await follow(on.url);
  for (const caller of [second, first]) {
    assert.doesNotMatch(first.raw(), ANSWERED);
    assert.equal(await caller.finish(), 204);
    await caller.ended;
    assert.match(caller.raw(), ANSWERED);
    assert.equal(caller.events().at(-1)?.event, 'answer-end');
  }
});

async function planOf(url: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/api/plan`, { method: 'POST', headers, body: JSON.stringify(body) });
}

test('the plan of a deep answer can be had before it, changed, and sent with the question', async () => {
  await using on = await startStage();
  const query = 'How far is Titan from Saturn, and Ganymede from Jupiter?';
  const planned = await planOf(on.url, { query });
  assert.equal(planned.status, 200);
  const { sub_questions: queries } = await planned.json();
  assert.equal(queries[0], query);
  const plan = ['Titan orbit', 'Ganymede orbit'];
  on.search.asked.length = 0;
  const reply = await ask(on.url, { query, depth: 'deep', plan }, STREAMED);
  const event = toSseEvents(await reply.text()).find((each) => each.event === 'plan');
  assert.deepEqual(JSON.parse(event?.data ?? '').sub_questions, plan);
  assert.deepEqual(on.search.asked.slice(0, 2).toSorted(), plan.toSorted());
});
