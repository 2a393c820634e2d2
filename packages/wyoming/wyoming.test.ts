import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { connectWyoming, toWire } from '../../test/support/wyoming-client.ts';
import { Conversations } from './conversations.ts';
import { startWyoming } from './index.ts';

type Asked = { readonly body: Record<string, unknown>; readonly headers: IncomingMessage['headers'] };
type Script = (response: ServerResponse, asked: Asked) => unknown;

const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Sends an answer of these sentences. */
const saying =
  (sentences: readonly string[], end: object = {}): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [index, text] of sentences.entries()) response.write(frame('sentence', { index, text }));
    response.end(frame('answer-end', { speakable_text: sentences.join(''), error: null, ...end }));
  };

/** A listener, and what it asks a Sayso that replies as `script` says. */
async function stage(t: TestContext, options: Partial<Parameters<typeof startWyoming>[0]> = {}) {
  const on = { script: saying(['Yes.']), asked: [] as Asked[], reported: [] as unknown[] };
  const sayso = createServer(async (request, response) => {
    assert.equal(request.url, '/api/ask?events=sentence,answer-end&heartbeat=off');
    let text = '';
    for await (const piece of request) text += piece;
    const asked = { body: JSON.parse(text), headers: request.headers };
    on.asked.push(asked);
    on.script(response, asked);
  }).listen(0, '127.0.0.1');
  await once(sayso, 'listening');
  const { port } = sayso.address() as AddressInfo;
  const report = (error: unknown) => on.reported.push(error);
  const listener = await startWyoming({
    ...{ host: '127.0.0.1', port: 0, url: `http://127.0.0.1:${port}/`, report, ...options },
  });
  const stack = new AsyncDisposableStack();
  t.after(async () => {
    await stack.disposeAsync();
    listener.cut();
    await listener.stop().catch(() => undefined);
    sayso.closeAllConnections();
    sayso.close();
  });
  const client = async (from?: string) => stack.use(await connectWyoming(listener.port, from));
  const ask = async (data: object, from?: string) => {
    const each = await client(from);
    each.send('transcript', data);
    return (await each.next('handled', 'not-handled')).data.text;
  };
  return Object.assign(on, { listener, client, ask });
}

test('a transcript is asked over the REST interface, with its language if it is one, and seven seconds', async (t) => {
  const on = await stage(t, { key: 'a-key' });
  for (const language of [undefined, null, '', 'not a tag!', 'de-AT'])
    assert.equal(await on.ask({ text: ' Is it? ', language }), 'Yes.');
  const plain = { query: 'Is it?' };
  assert.deepEqual(
    on.asked.map(({ body }) => body),
    [plain, plain, plain, plain, { ...plain, language: 'de-AT' }],
  );
  const { accept, authorization, prefer } = on.asked[0]?.headers ?? {};
  assert.deepEqual([accept, authorization, prefer], ['text/event-stream', 'Bearer a-key', 'wait=7']);
});

test('a conversation has the answers that were heard, and no failed ones', async (t) => {
  const on = await stage(t);
  const context = { conversation_id: 'x'.repeat(128) };
  on.script = saying([' Yes.\n'], { answer_id: 'an-id' });
  await on.ask({ text: 'Is it?', context });
  on.script = saying([], { error: 'No model.' });
  assert.equal(await on.ask({ text: 'Is that?', context }), 'No model.');
  await on.ask({ text: 'And that?', context });
  const history = [{ question: 'Is it?', answer: 'Yes.', answer_id: 'an-id' }];
  assert.deepEqual(on.asked.at(-1)?.body, { query: 'And that?', history });
  await on.ask({ text: 'And that?', context }, '127.0.0.2');
  assert.equal(on.asked.at(-1)?.body.history, undefined);
});

test('a context without a usable conversation id is a question that stands alone', async (t) => {
  const on = await stage(t);
  const ids = [undefined, null, '', 7, 'x'.repeat(129)].map((id) => ({ conversation_id: id }));
  for (const context of [...ids, null, 'x', []])
    for (const text of ['Is it?', 'And that?']) await on.ask({ text, context });
  assert.deepEqual(new Set(on.asked.map(({ body }) => body.history)), new Set([undefined]));
});

test('every failure is a sentence that can be spoken, and what nobody foresaw is reported', async (t) => {
  const on = await stage(t);
  const scripts: readonly (readonly [Script, string])[] = [
    [
      (response) => response.writeHead(429).end('{"error": "The field `query` is empty."}'),
      'The field query is empty.',
    ],
    [(response) => response.writeHead(500).end('{}'), 'The answer was lost.'],
    [(response) => response.end(frame('failure', { error: 'The search failed.' })), 'The search failed.'],
    [(response) => response.end(frame('sentence', { text: 'Yes.' })), 'The answer was lost.'],
    [saying([]), 'Nothing was written.'],
    [saying(['x'.repeat(1_100_000)]), 'The answer is too long.'],
  ];
  for (const [script, text] of scripts) {
    on.script = script;
    assert.equal(await on.ask({ text: 'Is it?' }), text);
  }
  for (const data of [{ text: ' ' }, { text: 7 }, {}])
    assert.equal(await on.ask(data), 'The transcript has no text.');
  assert.deepEqual([on.asked.length, on.reported.length], [scripts.length, 0]);
  for (const script of [
    (response: ServerResponse) => response.writeHead(502).end('<html>'),
    (response: ServerResponse) => response.destroy(),
  ]) {
    on.script = script;
    assert.equal(await on.ask({ text: 'Is it?' }), 'Sayso cannot be reached.');
  }
  assert.equal(on.reported.length, 2);
});

test('each client address has a limit of questions', async (t) => {
  const on = await stage(t, { limit: { count: 2, perMs: 60_000 } });
  for (let count = 0; count < 2; count++) assert.equal(await on.ask({ text: 'Is it?' }), 'Yes.');
  const refusal = 'Too many questions from this address: 2 are allowed in 60 seconds.';
  assert.equal(await on.ask({ text: 'Is it?' }), refusal);
  assert.equal(await on.ask({ text: 'Is it?' }, '127.0.0.2'), 'Yes.');
  const nowMs = performance.now();
  t.mock.method(performance, 'now', () => nowMs + 60_001);
  assert.equal(await on.ask({ text: 'Is it?' }), 'Yes.');
});

test('a client learns what the service is, and gets back the text of its ping', async (t) => {
  const on = await stage(t, { version: '1.2.3' });
  const client = await on.client();
  client.send('audio-chunk', {});
  client.send('describe');
  const { data } = await client.next('info');
  const attribution = { name: 'Sayso', url: '' };
  const about = { attribution, installed: true, description: 'Answers from the web', version: '1.2.3' };
  const models = [{ name: 'sayso', ...about, languages: [] }];
  const can = { supports_handled_streaming: true, supports_home_control: false };
  const handle = [{ name: 'Sayso', ...about, models, ...can }];
  assert.deepEqual(data, { asr: [], tts: [], handle, intent: [], wake: [], mic: [], snd: [] });
  client.send('ping', { text: 'here' });
  assert.deepEqual((await client.next('pong')).data, { text: 'here' });
  const other = await on.client();
  other.send('ping');
  assert.deepEqual((await other.next('pong')).data, {});
});

test('one question at a time is answered, and stopping waits for the last answer', async (t) => {
  const on = await stage(t);
  const released = Promise.withResolvers<void>();
  const usual = on.script;
  on.script = async (...call) => {
    await released.promise;
    usual(...call);
  };
  const [client, idle] = [await on.client(), await on.client()];
  client.send('transcript', { text: 'Is it?' });
  client.send('transcript', { text: 'And that?' });
  assert.deepEqual((await client.next('not-handled')).data, { text: 'One question at a time, please.' });
  const stopped = on.listener.stop();
  await until(() => idle.isClosed);
  assert.equal(client.isClosed, false);
  released.resolve();
  assert.deepEqual((await client.next('handled')).data, { text: 'Yes.' });
  await stopped;
  await until(() => client.isClosed);
});

test('a client who leaves ends the answer', async (t) => {
  const on = await stage(t);
  const ended = Promise.withResolvers<void>();
  on.script = (response) => response.once('close', ended.resolve).write(frame('sentence', { text: 'Y' }));
  const client = await on.client();
  client.send('transcript', { text: 'Is it?' });
  await client.next('handled-chunk');
  client.socket.destroy();
  await ended.promise;
  assert.equal(on.reported.length, 0);
});

test('a client who is silent, or does not finish an event, is disconnected', async (t) => {
  const hour = 3_600_000;
  const silent = await stage(t, { waits: { idleMs: 20, eventMs: hour } });
  const slow = await stage(t, { waits: { idleMs: hour, eventMs: 20 } });
  const late = [await silent.client(), await slow.client(), await slow.client(), await slow.client()];
  late[1]?.socket.write('{"type": "transcript"');
  late[2]?.socket.write(toWire('transcript', { text: 'What?' }).subarray(0, -1));
  late[3]?.socket.write(toWire('audio-chunk', {}, Buffer.alloc(100)).subarray(0, -1));
  await until(() => late.every(({ isClosed }) => isClosed));
  const kept = await slow.client();
  kept.send('ping');
  await kept.next('pong');
});

test('a client who does not read what it asks for is disconnected', async (t) => {
  const client = await (await stage(t)).client();
  client.socket.pause();
  const ping = toWire('ping', { text: 'x'.repeat(15_000) });
  const closed = once(client.socket, 'error');
  const timer = setInterval(() => client.socket.write(Buffer.concat(Array(20).fill(ping))), 1);
  await closed;
  clearInterval(timer);
});

test('one address gets 25 connections, and more when it closes some', async (t) => {
  const { client } = await stage(t);
  const some = await Promise.all(Array.from({ length: 25 }, () => client()));
  const [first] = some;
  first?.send('ping');
  await first?.next('pong');
  const beyond = await client();
  await until(() => beyond.isClosed);
  assert.ok(some.every(({ isClosed }) => !isClosed));
  first?.socket.destroy();
  await until(async () => {
    const next = await client();
    next.send('ping');
    return next.next('pong').then(
      () => true,
      () => false,
    );
  });
});

test('all addresses together get 100 connections', async (t) => {
  const { client } = await stage(t);
  const all = await Promise.all(Array.from({ length: 100 }, (_, at) => client(`127.0.1.${at + 1}`)));
  for (const each of all) each.send('ping');
  await Promise.all(all.map((each) => each.next('pong')));
  const beyond = await client('127.0.1.101');
  await until(() => beyond.isClosed);
  assert.ok(all.every(({ isClosed }) => !isClosed));
});

test('a conversation keeps its last five exchanges, shortened', () => {
  const conversations = new Conversations();
  for (let count = 0; count < 8; count++)
    conversations.remember('192.0.2.1', '01J', {
      ...{ question: `${count} ${'x'.repeat(9000)}`, answer: 'y'.repeat(9000) },
    });
  assert.deepEqual(
    conversations
      .historyOf('192.0.2.1', '01J')
      .map(({ question, answer }) => [question[0], question.length, answer.length]),
    [3, 4, 5, 6, 7].map((count) => [String(count), 2000, 2000]),
  );
});

const exchange = { question: 'Is it?', answer: 'Yes.' };

test('of too many conversations, those that were silent for longest are forgotten', () => {
  const conversations = new Conversations();
  for (let count = 0; count < 150; count++) {
    conversations.remember('192.0.2.1', String(count), exchange);
    conversations.remember('192.0.2.1', '0', exchange);
  }
  const left = Array.from({ length: 150 }, (_, count) => count).filter(
    (count) => conversations.historyOf('192.0.2.1', String(count)).length > 0,
  );
  assert.deepEqual([left.length, left[0], left[1]], [100, 0, 51]);
});

test('a conversation is remembered for five minutes after its last answer', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const conversations = new Conversations();
  for (let count = 0; count < 2; count++) {
    conversations.remember('192.0.2.1', '01J', exchange);
    t.mock.timers.tick(299_999);
  }
  assert.equal(conversations.historyOf('192.0.2.1', '01J').length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(conversations.historyOf('192.0.2.1', '01J'), []);
});
