import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusing, startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { until, untilSettled } from './support/until.ts';
import { connectWyoming, toWire } from './support/wyoming-client.ts';

/** The service with its Wyoming port, which it logs. */
async function stage(environment: Readonly<Record<string, string>> = {}) {
  const stack = new AsyncDisposableStack();
  const search = stack.use(await startSearchServer());
  const model = stack.use(await startModelServer());
  const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url, ...environment };
  const service = stack.use(await startTestService({ WYOMING_URI: 'tcp://127.0.0.1:0', ...settings }));
  const port = Number(/tcp:\/\/[\d.]+:(\d+)/.exec(service.logged.join('\n'))?.[1]);
  const client = async (from?: string) => stack.use(await connectWyoming(port, from));
  return { search, model, service, client, port, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const question = { text: 'What is an axolotl?', language: 'en' };

test('a transcript is answered sentence by sentence, and then as a whole', async () => {
  await using on = await stage();
  const client = await on.client();
  client.send('transcript', question);
  const { data } = await client.next('handled');
  assert.equal(data.text, 'An axolotl is a salamander. It never grows up.');
  await client.next('handled-stop');
  const types = client.events.map(({ type }) => type);
  assert.deepEqual(types, ['handled-start', 'handled-chunk', 'handled-chunk', 'handled', 'handled-stop']);
  const chunks = client.events.filter(({ type }) => type === 'handled-chunk');
  assert.equal(chunks.map((chunk) => chunk.data.text).join(''), data.text);
});

test('a follow-up over a new connection refers to the conversation, as Home Assistant sends it', async () => {
  await using on = await stage();
  const ask = async (text: string, id: string) => {
    const client = await on.client();
    client.send('transcript', {
      text,
      language: 'en',
      context: { conversation_id: id, device_id: 'kitchen' },
    });
    const { data } = await client.next('handled');
    client.socket.destroy();
    return data.text;
  };
  await ask('What is an axolotl?', '01JCONVERSATION');
  on.model.script = streaming('In lakes near Mexico City [1].');
  assert.equal(await ask('Where does it live?', '01JCONVERSATION'), 'In lakes near Mexico City.');
  assert.match(on.model.prompt, /What is an axolotl\?.*never grows up/s);
  assert.match(String(on.search.asked.at(-1)), /axolotl/i);
  await ask('Where does it live?', '01JANOTHER');
  assert.doesNotMatch(on.model.prompt, /What is an axolotl/);
});

test('a connection can be used for several questions, and an event may arrive in any pieces', async () => {
  await using on = await stage();
  const client = await on.client();
  client.send('transcript', question);
  await client.next('handled-stop');
  const bytes = Buffer.concat([
    toWire('audio-chunk', { rate: 16_000 }, Buffer.alloc(3000, '{"type":"ping"}\n')),
    Buffer.from(`${JSON.stringify({ type: 'transcript', data: question })}\n`),
  ]);
  for (let at = 0; at < bytes.length; at += 700) {
    client.socket.write(bytes.subarray(at, at + 700));
    await untilSettled();
  }
  await until(() => client.events.filter(({ type }) => type === 'handled').length === 2);
  assert.equal(on.model.calls, 2);
});

test('a failure is a sentence that can be spoken', async () => {
  await using on = await stage();
  on.search.script = withStatus(500);
  on.model.script = refusing(500);
  const failed = await on.client();
  failed.send('transcript', question);
  assert.match(String((await failed.next('not-handled')).data.text), /search/i);
  for (const data of [{ text: ' ' }, { text: 'a'.repeat(9_000) }, { text: 7 }, {}]) {
    const client = await on.client();
    client.send('transcript', data);
    assert.match(
      String((await client.next('not-handled')).data.text),
      /^The (?:field query is longer than 2000|transcript)/,
    );
  }
});

test('a port that other machines can reach has a limit of questions, with keys or without', async () => {
  await using on = await stage({ WYOMING_URI: 'tcp://0.0.0.0:0', API_KEYS: 'a-key-of-the-service' });
  const client = await on.client();
  for (let count = 0; count <= 60; count++) {
    const before = client.events.length;
    client.send('transcript', { text: '1 + 1' });
    await until(() =>
      client.events.slice(before).some(({ type }) => /^(not-handled|handled-stop)$/.test(type)),
    );
    assert.equal(
      client.events.some(({ type }) => type === 'not-handled'),
      count === 60,
    );
  }
});

test('a service that stops finishes the answer and closes idle connections', async () => {
  await using on = await stage();
  const release = Promise.withResolvers<void>();
  on.model.script = async (...call) => {
    await release.promise;
    streaming('An axolotl is a salamander [1].')(...call);
  };
  const [busy, idle] = [await on.client(), await on.client()];
  busy.send('transcript', question);
  await until(() => on.model.calls > 0);
  const stopped = on.service.stop();
  await until(() => idle.isClosed);
  release.resolve();
  await busy.next('handled');
  await until(() => busy.isClosed);
  await stopped;
});

test('data that are no event, or too large for one, get an error and end the connection', async () => {
  await using on = await stage();
  const line = (fields: object) => `${JSON.stringify({ type: 'transcript', ...fields })}\n`;
  const hostile = [
    'POST / HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'x'.repeat(1_000_000),
    '[1]\n',
    line({ data_length: 2 ** 40 }),
    line({ payload_length: 2 ** 40 }),
    line({ data_length: -1 }),
    line({ data_length: 1.5 }),
    `${line({ data_length: 5 })}[1,2]`,
    line({ type: 7 }),
    `${'['.repeat(50_000)}\n`,
  ];
  for (const text of hostile) {
    const client = await on.client();
    client.socket.write(text);
    assert.match(String((await client.next('error')).data.text), /event/i, text.slice(0, 60));
    await until(() => client.isClosed);
  }
  const client = await on.client();
  client.send('ping');
  await client.next('pong');
});
