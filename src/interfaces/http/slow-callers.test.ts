import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until, untilSettled } from '../../../test/support/until.ts';
import { openKeptStreams } from '../../cache/kept-streams.ts';
import type { Answerer } from '../../core/run.ts';
import { createLog } from '../../observe/log.ts';
import type { RestDeps } from '../rest/answering.ts';
import { rest } from '../rest/rest.ts';
import { createApp } from './app.ts';

const STREAM = 'GET /api/v1/query?q=a HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n';
const DELTA_BYTES = 100_000;
const unasked = () => assert.fail('not asked');

/** Starts the HTTP service with this answerer on a free port; a connection may be idle for `patienceMs`. */
async function startInterface(ask: Answerer, patienceMs: number) {
  // A connection may be idle ten seconds longer than this.
  const longestAnswerMs = patienceMs - 10_000;
  const deps: RestDeps = {
    callerOf: () => ({ name: '' }),
    ...{ ask, gather: unasked, search: unasked, rank: unasked, read: null },
    signingSecret: async () => '',
    streams: openKeptStreams(null),
    iconAddress: () => '',
    pictureAddress: null,
    status: () => ({ version: '0', llmConfigured: true, searchPrimaryUrl: '', searchSecondaryUrl: '' }),
    usage: null,
    metrics: { contentType: 'text/plain', text: async () => '' },
    collectionsOf: () => [],
    readiness: () => ({ ready: true, answersAlone: true, slots: [], shortOf: null }),
    guard: null,
    answerDeadlineMs: longestAnswerMs,
    queryDeadlineMs: longestAnswerMs,
    deepDeadlineMs: longestAnswerMs,
    maxQueryChars: 100,
  };
  const observeRequest = () => ({ isStream: () => undefined, end: () => undefined });
  const { app } = await createApp(
    {
      ...{ log: createLog('silent'), observeRequest, guard: null, rateLimit: null, trustProxy: [] },
      ...{ maxBodyBytes: 1000, maxQueryChars: 100, longestAnswerMs },
      pages: { allowedOrigins: [], publicUrl: null, checksHost: false },
    },
    [rest],
    deps,
  );
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  return {
    server: app.server,
    /** Opens a connection that sends these bytes and reads nothing until told to. */
    async open(bytes: string): Promise<Socket> {
      const socket = connect({ port: Number(port), host: hostname });
      socket.on('error', () => undefined);
      socket.pause();
      await once(socket, 'connect');
      if (bytes !== '') socket.write(bytes);
      return socket;
    },
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/** An endless answer, with the number of events requested so far and whether it was ended. */
function endless() {
  const ended = Promise.withResolvers<void>();
  let told = 0;
  const answer: Answerer = async function* () {
    try {
      while (true) {
        told++;
        yield { type: 'answer-delta', text: 'x'.repeat(DELTA_BYTES) };
      }
    } finally {
      ended.resolve();
    }
  };
  return { answer, ended: ended.promise, told: () => told };
}

test('a caller who stops reading is disconnected, and the answer ends', async () => {
  const { answer, ended } = endless();
  // Long enough for the request to arrive on a busy machine.
  await using face = await startInterface(answer, 1_000);
  const caller = await face.open(STREAM);
  await ended;
  assert.ok(caller.readyState !== 'closed', 'it was not the caller who left');
});

test('an answer pauses for a slow reader, so that memory holds no more than the socket buffers', async () => {
  const { answer, told } = endless();
  await using face = await startInterface(answer, 20_000);
  const caller = await face.open(STREAM);
  let before = -1;
  while (told() !== before) {
    before = told();
    await sleep(200);
    await untilSettled();
  }
  // Linux lets the two buffers of a loopback connection grow to about 10 MB.
  assert.ok(before * DELTA_BYTES < 20_000_000, `${before} deltas`);
  caller.resume();
  // It continues once the caller reads.
  await until(() => told() > before);
});

test('a client that sends headers or a body too slowly, or nothing, is disconnected', async () => {
  const { answer } = endless();
  await using face = await startInterface(answer, 20_000);
  // Node swaps the two limits if the one for the headers is longer: the body would get the longer one.
  assert.deepEqual([face.server.headersTimeout, face.server.requestTimeout], [30_000, 30_000]);
  // The interval of Node's checks is unchanged.
  face.server.headersTimeout = 200;
  face.server.requestTimeout = 200;
  const head = 'POST /api/ask HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const callers = await Promise.all([
    face.open(head),
    face.open(`${head}Content-Length: 500\r\n\r\n{"query`),
    face.open(''),
  ]);
  const drips = setInterval(() => {
    for (const caller of callers.slice(0, 2)) if (!caller.destroyed) caller.write('X');
  }, 100);
  try {
    for (const caller of callers) caller.resume();
    await Promise.all(callers.map((caller) => (caller.destroyed ? undefined : once(caller, 'close'))));
  } finally {
    clearInterval(drips);
  }
});

test('a body above the limit is refused before it has arrived', async () => {
  const { answer } = endless();
  await using face = await startInterface(answer, 20_000);
  const head = 'POST /api/ask HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  for (const rest of [
    'Content-Length: 5000000\r\n\r\n{',
    `Transfer-Encoding: chunked\r\n\r\n800\r\n${'x'.repeat(2048)}\r\n`,
  ]) {
    const caller = await face.open(head + rest);
    caller.resume();
    const [data] = await once(caller, 'data');
    assert.match(String(data), /^HTTP\/1\.1 413 /);
  }
});
