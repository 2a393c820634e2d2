import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { breakingOff, startModelServer } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

type Fields = Readonly<Record<string, unknown>>;

const messages = [{ role: 'user', content: 'What is an axolotl?' }];

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

test('`sayso-voice` has nothing that cannot be spoken', async () => {
  await using on = await stage();
  const body = { model: 'sayso-voice', messages };
  const spoken = async () =>
    (await linesOf(await post(on.url, 'chat', body))).map(({ message }) => message.content).join('');
  assert.equal(await spoken(), 'An axolotl is a salamander. It never grows up.');
  const whole = await (await post(on.url, 'chat', { ...body, stream: false })).json();
  assert.equal(whole.message.content, 'An axolotl is a salamander. It never grows up.');
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
