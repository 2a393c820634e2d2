import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { until } from '../../../test/support/until.ts';
import { connectWyoming, toWire } from '../../../test/support/wyoming-client.ts';
import { Conversations } from './answer-transcript.ts';
import { Client, EventReader, type WyomingDeps } from './client.ts';
import { startWyoming } from './wyoming.ts';

const unused = () => assert.fail('not asked');
const parts: WyomingDeps = {
  ...{ ask: unused, countAnswer: unused, answerDeadlineMs: 1000, maxQueryChars: 100, version: '1' },
  ...{ log: { error: unused } as unknown as WyomingDeps['log'] },
};

test('a client who is silent, or does not finish an event, is disconnected', async () => {
  const place = { host: '127.0.0.1', port: 0 };
  const hour = 3_600_000;
  const silent = await startWyoming(place, { ...parts, waits: { idleMs: 20, eventMs: hour } });
  const slow = await startWyoming(place, { ...parts, waits: { idleMs: hour, eventMs: 20 } });
  {
    await using quiet = await connectWyoming(silent.port);
    await using halfLine = await connectWyoming(slow.port);
    await using halfData = await connectWyoming(slow.port);
    await using halfPayload = await connectWyoming(slow.port);
    halfLine.socket.write('{"type": "transcript"');
    halfData.socket.write(toWire('transcript', { text: 'What?' }).subarray(0, -1));
    halfPayload.socket.write(toWire('audio-chunk', {}, Buffer.alloc(100)).subarray(0, -1));
    const late = [quiet, halfLine, halfData, halfPayload];
    await until(() => late.every(({ isClosed }) => isClosed));
  }
  await using kept = await connectWyoming(slow.port);
  kept.send('ping');
  await kept.next('pong');
  await Promise.all([silent.stop(), slow.stop()]);
});

test('a client may be silent for a minute, and take ten seconds for an event', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = Object.assign(new EventEmitter(), {
    setTimeout: t.mock.fn<(ms: number) => void>(),
    destroy: t.mock.fn(),
    writable: true,
    writableLength: 0,
    write: t.mock.fn(),
  });
  const stopping = new AbortController().signal;
  const conversations = new Conversations();
  new Client(socket as unknown as Socket, { ...parts, conversations, stopping, isLast: () => false });
  assert.deepEqual(
    socket.setTimeout.mock.calls.map(({ arguments: [ms] }) => ms),
    [60_000],
  );
  const ping = toWire('ping', { text: 'x' });
  for (const piece of [ping, ping.subarray(0, 5), ping.subarray(5, 9)]) {
    socket.emit('data', piece);
    t.mock.timers.tick(5000);
  }
  assert.equal(socket.destroy.mock.callCount(), 1);
  socket.emit('data', ping.subarray(9));
  socket.emit('data', ping.subarray(0, 5));
  t.mock.timers.tick(9999);
  assert.equal(socket.destroy.mock.callCount(), 1);
  socket.emit('data', Buffer.concat([ping.subarray(5), ping.subarray(0, 5)]));
  t.mock.timers.tick(9999);
  assert.deepEqual([socket.destroy.mock.callCount(), socket.write.mock.callCount()], [1, 3]);
  socket.emit('close');
  t.mock.timers.tick(1);
  assert.equal(socket.destroy.mock.callCount(), 1);
});

test('a client who does not read what it asks for is disconnected', async () => {
  const face = await startWyoming({ host: '127.0.0.1', port: 0 }, parts);
  {
    await using client = await connectWyoming(face.port);
    client.socket.pause();
    const ping = toWire('ping', { text: 'x'.repeat(15_000) });
    const closed = once(client.socket, 'error');
    const timer = setInterval(() => client.socket.write(Buffer.concat(Array(20).fill(ping))), 1);
    await closed;
    clearInterval(timer);
  }
  await face.stop();
});

test('one address gets 25 connections, and more when it closes some', async () => {
  const face = await startWyoming({ host: '127.0.0.1', port: 0 }, parts);
  {
    await using stack = new AsyncDisposableStack();
    const client = async () => stack.use(await connectWyoming(face.port));
    const some = await Promise.all(Array.from({ length: 25 }, client));
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
  }
  await face.stop();
});

test('all addresses together get 100 connections', async () => {
  const face = await startWyoming({ host: '127.0.0.1', port: 0 }, parts);
  {
    await using stack = new AsyncDisposableStack();
    const clientAt = async (at: number) => stack.use(await connectWyoming(face.port, `127.0.1.${at + 1}`));
    const all = await Promise.all(Array.from({ length: 100 }, (_, at) => clientAt(at)));
    for (const client of all) client.send('ping');
    await Promise.all(all.map((client) => client.next('pong')));
    const beyond = await clientAt(all.length);
    await until(() => beyond.isClosed);
    assert.ok(all.every(({ isClosed }) => !isClosed));
  }
  await face.stop();
});

test('an answer ends when its client leaves, and with a sentence when the service ends it', async () => {
  const signals: AbortSignal[] = [];
  const ask: WyomingDeps['ask'] = async function* ({ signal }) {
    signals.push(signal);
    await once(signal, 'abort');
    yield* [];
    throw signal.reason;
  };
  const place = { host: '127.0.0.1', port: 0 };
  const face = await startWyoming(place, { ...parts, ask, countAnswer: async () => undefined });
  {
    await using left = await connectWyoming(face.port);
    left.send('transcript', { text: 'What?' });
    await until(() => signals.length === 1);
  }
  await until(() => signals[0]?.aborted === true);
  await using client = await connectWyoming(face.port);
  client.send('transcript', { text: 'What?' });
  await until(() => signals.length === 2);
  face.abort();
  assert.match(String((await client.next('not-handled')).data.text), /The service is stopping\./);
  await face.stop();
});

// A key `__proto__` is left out when an event is read.
const key = fc.string().filter((name) => name !== '__proto__');
const data = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true });
const event = fc.record({ type: fc.string(), data, payload: fc.uint8Array() });

test('events are read as they were written, however their bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(event), fc.integer({ min: 1, max: 50 }), (events, size) => {
      const bytes = Buffer.concat(
        events.map(({ type, data, payload }) => toWire(type, data, Buffer.from(payload))),
      );
      const reader = new EventReader(100_000);
      const read = [];
      for (let at = 0; at < bytes.length; at += size)
        read.push(...reader.read(bytes.subarray(at, at + size)));
      const written = events.map(({ type, data }) => ({ type, data: JSON.parse(JSON.stringify(data)) }));
      assert.deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(written)));
      assert.equal(reader.isInside, false);
    }),
  );
});

test('any bytes are read as events, or end with a failure that says what is wrong', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string().map((text) => Buffer.from(`${text}\n`)),
  );
  fc.assert(
    fc.property(bytes, (some) => {
      try {
        for (const read of new EventReader(200).read(Buffer.from(some))) assert.ok(read.type.length >= 0);
      } catch (error) {
        assert.match(String((error as { code?: string }).code), /^(invalid-question|too-large)$/);
      }
    }),
  );
});

test('lines, data and payloads have limits, and one byte more is too large', () => {
  const typesOf = (...pieces: readonly (string | Buffer)[]) => {
    const reader = new EventReader(100);
    return pieces.flatMap((piece) => [...reader.read(Buffer.from(piece))]).map(({ type }) => type);
  };
  const tooLarge = { code: 'too-large', message: 'An event may have 100 bytes.' };
  const line = (bytes: number) => `${'{"type":"a"}'.padEnd(bytes - 1)}\n`;
  assert.deepEqual(typesOf(line(100)), ['a']);
  assert.throws(() => typesOf(line(101)), tooLarge);
  const withData = (bytes: number) => `{"type":"a","data_length":${bytes}}\n${'{}'.padEnd(bytes)}`;
  assert.deepEqual(typesOf(withData(100)), ['a']);
  assert.throws(() => typesOf(withData(101)), tooLarge);
  const payload = (bytes: number) => `{"type":"a","payload_length":${bytes}}\n`;
  assert.deepEqual(typesOf(payload(1_000_000), Buffer.alloc(1_000_000), line(20)), ['a', 'a']);
  assert.throws(() => typesOf(payload(1_000_001)), tooLarge);
});

test('data after the line add to the data in it, and count more', () => {
  const bytes = Buffer.from('{"type":"a","data":{"x":1,"y":1},"data_length":7}\n{"y":2}');
  assert.deepEqual([...new EventReader(100).read(bytes)], [{ type: 'a', data: { x: 1, y: 2 } }]);
});
