import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { toWire } from '../../test/support/wyoming-client.ts';
import { EventReader, WyomingFault } from './events.ts';

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
        assert.ok(error instanceof WyomingFault);
      }
    }),
  );
});

test('lines, data and payloads have limits, and one byte more is too large', () => {
  const typesOf = (...pieces: readonly (string | Buffer)[]) => {
    const reader = new EventReader(100);
    return pieces.flatMap((piece) => [...reader.read(Buffer.from(piece))]).map(({ type }) => type);
  };
  const tooLarge = new WyomingFault('An event may have 100 bytes.');
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
