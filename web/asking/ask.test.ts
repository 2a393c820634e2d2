import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { readEvents, type ServerEvent } from './ask.ts';

/** The events of a body that arrives in these pieces. */
async function parse(...pieces: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<ServerEvent[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
  return Array.fromAsync(readEvents(body));
}

test('an event is read with its name and its data', async () => {
  assert.deepEqual(await parse('event: sources\ndata: {"a":1}\n\n'), [
    { id: '', event: 'sources', data: '{"a":1}' },
  ]);
  assert.deepEqual(await parse('data: x\n\n'), [{ id: '', event: 'message', data: 'x' }]);
});

test('comments, unknown fields and an event without its end are ignored', async () => {
  const text = '\uFEFF: hello\nid: 7\nretry: 10\nwhat: ever\n\ndata: x\n\ndata: lost\n';
  assert.deepEqual(await parse(text), [{ id: '', event: 'message', data: 'x' }]);
});

test('the same events are read however the bytes are cut', async () => {
  const line = fc.stringMatching(/^[ -~äöü😀]{1,12}$/u);
  const event = fc.record(
    { id: fc.stringMatching(/^[1-9]{1,3}$/), event: fc.stringMatching(/^[a-z-]{1,8}$/), data: line },
    { noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.integer({ min: 1, max: 40 }), async (events, size) => {
      const text = events
        .map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
        .join('');
      const bytes = new TextEncoder().encode(text);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      );
      assert.deepEqual(await parse(...pieces), events);
    }),
    { numRuns: 50 },
  );
});

test('the body is cancelled if the reader stops early', async () => {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => resolve(),
  });
  for await (const _ of readEvents(body)) break;
  await cancelled;
});

test('an error of the connection is thrown', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new TypeError('The connection broke.')),
  });
  await assert.rejects(Array.fromAsync(readEvents(body)), /connection broke/);
});
