import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { closedPort, serve as serveHttp } from '../../test/support/local-server.ts';
import { startModelServer, streamingThenHanging } from '../../test/support/model-server.ts';
import { writeQuokkaIndex } from '../../test/support/quokka-index.ts';
import { startSearchServer } from '../../test/support/search-server.ts';
import { startTestService } from '../../test/support/service.ts';
import { until, untilSettled } from '../../test/support/until.ts';
import { connectWyoming } from '../../test/support/wyoming-client.ts';

/** Whether something listens on a port of this machine. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test('an address that cannot be used is refused with the setting to change', async () => {
  await using taken = await serveHttp(() => undefined);
  const port = String(taken.port);
  for (const [environment, message] of [
    [
      { PORT: port },
      `Port ${port} on 127.0.0.1 is taken. Set PORT to another one, or PORT=0 for a free one.`,
    ],
    [{ HOST: '192.0.2.1' }, 'HOST=192.0.2.1 is not an address of this machine.'],
    [
      { WYOMING_URI: `tcp://127.0.0.1:${port}` },
      'Sayso cannot listen at WYOMING_URI (EADDRINUSE). Set another address or port.',
    ],
  ] as const)
    await assert.rejects(startTestService(environment), { code: 'misconfigured', message });
});

test('a start that fails after it listens closes its port', async () => {
  await using taken = await serveHttp(() => undefined);
  const port = await closedPort();
  const failed = startTestService({ PORT: `${port}`, WYOMING_URI: `tcp://127.0.0.1:${taken.port}` });
  await assert.rejects(failed, { code: 'misconfigured' });
  assert.equal(await isOpen(port), false);
});

test('the log says where the service listens and when it has stopped, and then nothing listens', async () => {
  const service = await startTestService({ WYOMING_URI: 'tcp://127.0.0.1:0' });
  const { port } = new URL(service.url);
  const logged = () => service.logged.join('');
  assert.match(logged(), new RegExp(`"Sayso 0\\.0\\.0-test is listening on http://127\\.0\\.0\\.1:${port}"`));
  const voice = Number(/speaks Wyoming at tcp:\/\/127\.0\.0\.1:(\d+)"/.exec(logged())?.[1]);
  assert.deepEqual([await isOpen(Number(port)), await isOpen(voice)], [true, true]);
  await service.stop();
  assert.match(service.logged.at(-1) ?? '', /"stopped"\}\n$/);
  assert.deepEqual([await isOpen(Number(port)), await isOpen(voice)], [false, false]);
});

/**
 * The status of the reply to a request with this `Host`. A web page could make a browser send such a request,
 * with the page's own host name.
 */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const call = request(`${url}/v1/models`, { headers: { host } }).end();
  const [response] = await once(call, 'response');
  response.resume();
  return response.statusCode;
}

test('on this machine alone, without keys, requests with another host name are refused', async () => {
  for (const [environment, isRefused] of [
    [{}, true],
    [{ API_KEYS: 'a-long-enough-key-1' }, false],
    [{ HOST: '0.0.0.0' }, false],
  ] as const) {
    await using service = await startTestService(environment);
    const url = service.url.replace('0.0.0.0', '127.0.0.1');
    const [own, other] = [await statusFor(url, new URL(url).host), await statusFor(url, 'attacker.test')];
    assert.equal(own !== other, isRefused, `${JSON.stringify(environment)} ${own} ${other}`);
  }
});

test('only with keys, the links to own documents are signed, and open without a key', async () => {
  await using index = await writeQuokkaIndex();
  const key = 'a-long-enough-key-1';
  for (const [keys, isSigned] of [
    [{ API_KEYS: key }, true],
    [{}, false],
  ] as const) {
    await using service = await startTestService({
      ...index.settings,
      MODEL_PROVIDER: 'extractive',
      ...keys,
    });
    const reply = await fetch(`${service.url}/api/ask`, {
      ...{ method: 'POST', body: JSON.stringify({ query: 'Where does the quokka live?' }) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    const { sources } = await reply.json();
    const link: string = sources[0]?.url ?? '';
    assert.equal(new URL(link).searchParams.has('signature'), isSigned, link);
    assert.equal((await fetch(link)).status, 200, link);
  }
});

/** A service that is writing an answer over each of its interfaces; the answers do not end by themselves. */
async function answering(t: TestContext) {
  const search = await startSearchServer();
  const model = await startModelServer(streamingThenHanging('An axolotl '));
  t.after(async () => {
    await model[Symbol.asyncDispose]();
    await search[Symbol.asyncDispose]();
  });
  const patience = {
    ANSWER_DEADLINE_MS: '3600000',
    QUERY_DEADLINE_MS: '3600000',
    MODEL_TIMEOUT_MS: '3600000',
  };
  const backends = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
  const service = await startTestService({ ...backends, ...patience, WYOMING_URI: 'tcp://127.0.0.1:0' });
  const port = Number(/Wyoming at tcp:\/\/127\.0\.0\.1:(\d+)"/.exec(service.logged.join(''))?.[1]);
  const voice = await connectWyoming(port);
  voice.send('transcript', { text: 'What is a newt?' });
  const asked = fetch(`${service.url}/api/v1/query?q=axolotl`);
  await until(() => model.calls === 2);
  return { service, voice, asked };
}

test('answers that are still running after ten seconds are ended and say so', async (t) => {
  const { service, voice, asked } = await answering(t);
  const ended = asked.then(async (response) => [response.status, await response.text()] as const);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stopped = service.stop();
  t.mock.timers.tick(9999);
  assert.doesNotMatch(service.logged.join(''), /still running/);
  t.mock.timers.tick(1);
  assert.match(service.logged.join(''), /"ending the answers that are still running"/);
  t.mock.timers.reset();
  const [status, text] = await ended;
  assert.match(`${status} ${text}`, /^(?:200|503) .*/);
  await stopped;
  await until(() => voice.isClosed);
  await voice[Symbol.asyncDispose]();
  assert.match(service.logged.at(-1) ?? '', /"stopped"/);
});

test('a caller who does not read the end of an answer is cut off one second later', async (t) => {
  await using service = await startTestService({});
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const closed = new Promise<void>((resolve) =>
    socket.on('error', () => undefined).on('close', () => resolve()),
  );
  await once(socket, 'connect');
  // A request that never ends keeps its connection busy.
  socket.write('POST /api/ask HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 100\r\n\r\n{');
  await untilSettled();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stopped = service.stop();
  t.mock.timers.tick(11_000);
  t.mock.timers.reset();
  await closed;
  await stopped;
});
