import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { breakingOff, startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

type Fields = Readonly<Record<string, unknown>>;

const messages = [{ role: 'user', content: 'What is an axolotl?' }];
const ANSWER = 'An axolotl is a **salamander** [1]. It never grows up [2].';

async function stage(environment: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer());
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, ...environment };
  const service = stack.use(await startTestService(settings));
  return { search, model, url: service.url, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const post = (url: string, path: string, body: Fields, signal?: AbortSignal) =>
  fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

async function linesOf(response: Response) {
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await response.text()).split('\n');
  assert.equal(lines.pop(), '');
  return lines.map((line) => JSON.parse(line));
}

test('the models have the names that Home Assistant offers, and are shown by them', async () => {
  await using on = await stage();
  const { models } = await (await fetch(`${on.url}/api/tags`)).json();
  assert.deepEqual(
    models.map(({ model }: { model: string }) => model),
    ['sayso:latest', 'sayso-voice:latest', 'sayso-context:latest', 'sayso-deep:latest'],
  );
  assert.equal((await post(on.url, 'show', { model: 'sayso' })).status, 200);
  const unknown = await post(on.url, 'show', { model: 'llama3' });
  assert.equal(unknown.status, 404);
  assert.match((await unknown.json()).error, /`sayso`/);
  assert.equal((await (await fetch(`${on.url}/api/version`)).json()).version, '0.0.0-test');
});

test('an answer whose model fails while it writes ends with the reason length', async () => {
  await using on = await stage();
  on.model.script = breakingOff('An axolotl is a salamander [1]. It never gro');
  const lines = await linesOf(await post(on.url, 'chat', { model: 'sayso', messages }));
  assert.equal(lines.at(-1).done_reason, 'length');
  const whole = await (
    await post(on.url, 'generate', { model: 'sayso', prompt: 'What?', stream: false })
  ).json();
  assert.equal(whole.done_reason, 'length');
});

test('a chat is a stream of lines by default, and the sources follow the text', async () => {
  await using on = await stage();
  const lines = await linesOf(await post(on.url, 'chat', { model: 'sayso:latest', messages }));
  const text = lines.map(({ message }) => message.content).join('');
  assert.ok(text.startsWith(`${ANSWER}\n\n---\n\n1. `), text);
  for (const url of ['https://animals.test/axolotl', 'https://lakes.test/xochimilco'])
    assert.ok(text.includes(`<${url}>`), url);
  assert.ok(lines.slice(0, -1).every(({ done }) => done === false));
  const last = lines.at(-1);
  assert.equal(last.done, true);
  assert.equal(last.done_reason, 'stop');
  assert.equal(last.prompt_eval_count + last.eval_count, 120);
  assert.equal(last.model, 'sayso:latest');
  const whole = await (await post(on.url, 'chat', { model: 'sayso', messages, stream: false })).json();
  assert.equal(whole.message.content, text);
});

test('`sayso-voice` has nothing that cannot be spoken, within seven seconds', async () => {
  await using on = await stage();
  const body = { model: 'sayso-voice', messages };
  const spoken = async () =>
    (await linesOf(await post(on.url, 'chat', body))).map(({ message }) => message.content).join('');
  assert.equal(await spoken(), 'An axolotl is a salamander. It never grows up.');
  const whole = await (await post(on.url, 'chat', { ...body, stream: false })).json();
  assert.equal(whole.message.content, 'An axolotl is a salamander. It never grows up.');
  on.model.script = streamingThenHanging('An axolotl is a salamander [1]. It never gro');
  const startedAtMs = performance.now();
  assert.match(await spoken(), /^An axolotl is a salamander\./);
  assert.ok(performance.now() - startedAtMs < 12_000);
});

test('generate answers a prompt, with its system text as style requests, and JSON on request', async () => {
  await using on = await stage();
  const lines = await linesOf(
    await post(on.url, 'generate', { model: 'sayso', prompt: 'What is an axolotl?', system: 'Be brief.' }),
  );
  assert.ok(
    lines
      .map(({ response }) => response)
      .join('')
      .startsWith(ANSWER),
  );
  assert.match(on.model.prompt, /“Be brief\.”/);
  on.model.script = streaming('{"legs": 4}');
  const format = { type: 'object', properties: { legs: { type: 'integer' } }, required: ['legs'] };
  const asked = { model: 'sayso', prompt: 'How many legs?', format, stream: false };
  assert.deepEqual(JSON.parse((await (await post(on.url, 'generate', asked)).json()).response), { legs: 4 });
});

test('a request without a message only loads the model, as in Ollama', async () => {
  await using on = await stage();
  for (const path of ['chat', 'generate']) {
    const body = await (await post(on.url, path, { model: 'sayso' })).json();
    assert.deepEqual([body.done, body.done_reason], [true, 'load']);
  }
  assert.equal(on.model.calls, 0);
});

test('errors are objects with an error, also for unknown models and failed searches', async () => {
  await using on = await stage({ MODEL_ONLY_FALLBACK: 'off' });
  assert.equal((await post(on.url, 'chat', { model: 'llama3', messages })).status, 404);
  const invalid = await post(on.url, 'chat', { model: 'sayso', messages: 7 });
  assert.equal(invalid.status, 400);
  assert.match((await invalid.json()).error, /`messages`/);
  on.search.script = withStatus(500);
  const failed = await post(on.url, 'chat', { model: 'sayso', messages });
  assert.equal(failed.status, 502);
  assert.match((await failed.json()).error, /search/i);
});

test('a model whose name is not a text does not exist', async () => {
  await using on = await stage();
  for (const model of [{ toString: 1 }, 7, [], null]) {
    const shown = await post(on.url, 'show', { model });
    assert.equal(shown.status, 404, JSON.stringify(model));
  }
});

test('a caller who leaves stops the model', async () => {
  await using on = await stage();
  on.model.script = streamingThenHanging('An axolotl ');
  const leaving = new AbortController();
  const response = await post(on.url, 'chat', { model: 'sayso', messages }, leaving.signal);
  await response.body?.getReader().read();
  leaving.abort();
  await on.model.dropped;
});

test('200 streams at the same time are all complete', async () => {
  await using on = await stage();
  const texts = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const lines = await linesOf(await post(on.url, 'chat', { model: 'sayso-voice', messages }));
      assert.equal(lines.at(-1).done_reason, 'stop');
      return lines.map(({ message }) => message.content).join('');
    }),
  );
  assert.deepEqual([...new Set(texts)], ['An axolotl is a salamander. It never grows up.']);
});

test('a body needs no media type: `curl -d` sends that of forms', async () => {
  await using on = await stage();
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json']) {
    const reply = await fetch(`${on.url}/api/generate`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify({ model: 'sayso', prompt: 'What is an axolotl?', stream: false }),
    });
    assert.equal(reply.status, 200, type);
    assert.equal((await reply.json()).done, true);
  }
  const form = await fetch(`${on.url}/api/show`, {
    method: 'POST',
    body: new URLSearchParams({ model: 'a' }),
  });
  assert.equal(form.status, 400);
});

test('each line of a stream is sent by itself', async () => {
  await using on = await stage();
  const body = JSON.stringify({ model: 'sayso', messages });
  const { hostname, port } = new URL(on.url);
  const chunks: string[] = [];
  await new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: '/api/chat', method: 'POST' }, (reply) => {
      reply.on('data', (chunk) => chunks.push(String(chunk))).on('end', resolve);
    });
    asked.on('error', reject).end(body);
  });
  assert.ok(chunks.length > 1);
  for (const chunk of chunks) assert.match(chunk, /^\{.*\}\n$/);
  assert.equal(JSON.parse(chunks.at(-1) ?? '').done, true);
});
