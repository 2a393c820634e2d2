import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { chunk, DONE, usage } from '../../../test/support/chat-server.ts';
import { mergeDeltas, withMergedDeltas } from './merge-deltas.ts';

const encoder = new TextEncoder();

/** Returns what `next` returns, one by one, until that is undefined. */
function streamOf(next: () => Uint8Array | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const bytes = next();
      if (bytes === undefined) controller.close();
      else controller.enqueue(bytes);
    },
  });
}

/** The output, one item per read. */
async function merge(reads: readonly Uint8Array[]): Promise<string[]> {
  const decoder = new TextDecoder();
  const out: string[] = [];
  const rest = [...reads];
  for await (const bytes of mergeDeltas(streamOf(() => rest.shift())))
    out.push(decoder.decode(bytes, { stream: true }));
  return out;
}

/** The text of all deltas, and every event that contains more than text. */
function meaning(stream: string): { text: string; others: string[] } {
  let text = '';
  const others: string[] = [];
  for (const event of stream.split('\n\n')) {
    const content = /"delta":\{[^}]*"content":("[^"]*")/.exec(event)?.[1];
    if (content !== undefined && !event.includes('reasoning')) text += JSON.parse(content);
    else others.push(event);
  }
  return { text, others };
}

const EVENTS = [
  ': keep-alive\n\n',
  chunk({ role: 'assistant', content: '', tool_calls: null }),
  chunk({ content: 'Grüße ' }),
  chunk({ content: '世界' }),
  chunk({ content: 'x', reasoning_content: 'why' }),
  chunk({ content: ', [1' }),
  chunk({ content: '].' }),
  'data: {broken\n\n',
  'event: ping\ndata: {}\n\n',
  chunk({ content: ' End.' }),
  chunk({}, 'stop'),
  usage(3, 4),
  DONE,
];

test('makes one event of the text that comes in one read', async () => {
  const events = [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'a' }),
    chunk({ content: 'b' }),
    chunk({}, 'stop'),
    DONE,
  ];
  const [out, ...more] = await merge([encoder.encode(events.join(''))]);
  assert.equal(more.length, 0);
  assert.equal(out, chunk({ role: 'assistant', content: 'ab' }) + chunk({}, 'stop') + DONE);
});

test('passes a single event on at once, unchanged', async () => {
  const source = new TransformStream<Uint8Array, Uint8Array>();
  const writer = source.writable.getWriter();
  const reader = mergeDeltas(source.readable).getReader();
  for (const event of EVENTS) {
    void writer.write(encoder.encode(event));
    const { value } = await reader.read();
    assert.equal(new TextDecoder().decode(value), event);
  }
});

test('keeps text and other events whatever the reads are', async () => {
  const bytes = encoder.encode(EVENTS.join(''));
  const expected = meaning(EVENTS.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 400 })), async (lengths) => {
      const reads: Uint8Array[] = [];
      let from = 0;
      for (const length of lengths) {
        if (from < bytes.length) reads.push(bytes.subarray(from, from + length));
        from += length;
      }
      reads.push(bytes.subarray(Math.min(from, bytes.length)));
      assert.deepEqual(meaning((await merge(reads)).join('')), expected);
    }),
  );
});

test('passes an incomplete event on as it is', async () => {
  const out = await merge([encoder.encode(`${chunk({ content: 'a' })}data: {"cho`)]);
  assert.equal(out.join(''), `${chunk({ content: 'a' })}data: {"cho`);
});

test('passes streams with carriage returns on as they are', async () => {
  const events = (chunk({ content: 'a' }) + chunk({ content: 'b' })).replaceAll('\n', '\r\n');
  assert.equal((await merge([encoder.encode(events)])).join(''), events);
});

test('fails on an event without an end', async () => {
  await assert.rejects(
    Array.fromAsync(mergeDeltas(streamOf(() => encoder.encode('x'.repeat(100_000))))),
    /too long/,
  );
});

test('changes only successful event streams', async () => {
  const page = new Response('<p>', { headers: { 'content-type': 'text/html' } });
  const refusal = new Response('no', { status: 500, headers: { 'content-type': 'text/event-stream' } });
  assert.equal(await withMergedDeltas(async () => page)('http://a.example'), page);
  assert.equal(await withMergedDeltas(async () => refusal)('http://a.example'), refusal);
});

test('cancels what it reads from', async () => {
  let cancelled = false;
  const source = new ReadableStream<Uint8Array>({
    cancel() {
      cancelled = true;
    },
  });
  await mergeDeltas(source).cancel();
  assert.equal(cancelled, true);
});

test('ends with the last event and reads on to the end of the body, so that its connection can be used again', async () => {
  const source = new TransformStream<Uint8Array, Uint8Array>();
  const writer = source.writable.getWriter();
  const merged = Array.fromAsync(mergeDeltas(source.readable));
  await writer.write(encoder.encode(chunk({ content: 'a' }) + DONE));
  assert.equal((await merged).length, 1);
  await writer.write(encoder.encode('\n'));
  await writer.close();
});

test('cancels a body that does not end after the last event', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let cancelled = false;
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(chunk({ content: 'a' }) + DONE)),
    cancel() {
      cancelled = true;
    },
  });
  await Array.fromAsync(mergeDeltas(source));
  assert.equal(cancelled, false);
  t.mock.timers.tick(1000);
  assert.equal(cancelled, true);
});

test('waits on where every event has a reason for the end that is empty', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const source = new TransformStream<Uint8Array, Uint8Array>();
  const writer = source.writable.getWriter();
  const merged = Array.fromAsync(mergeDeltas(source.readable));
  for (const none of ['', 'null']) {
    await writer.write(encoder.encode(chunk({ content: 'a' }, none)));
    await turn();
    t.mock.timers.tick(1000);
  }
  await writer.write(encoder.encode(chunk({ content: 'b' }, 'stop') + DONE));
  await writer.close();
  assert.match(Buffer.concat(await merged).toString(), /"b".*DONE/s);
});

test('a stream counts as open until it ends, however it ends', async () => {
  const broken = () =>
    new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('cut')) });
  const long = () => streamOf(() => encoder.encode('x'.repeat(600_000)));
  for (let time = 0; time < 100; time++) {
    await merge([encoder.encode(chunk({ content: 'a' }))]);
    await merge([encoder.encode(DONE)]);
    await mergeDeltas(broken())
      .getReader()
      .read()
      .catch(() => undefined);
    await mergeDeltas(streamOf(() => encoder.encode(chunk({ content: 'a' })))).cancel();
  }
  for (let time = 0; time < 60; time++) await Array.fromAsync(mergeDeltas(long())).catch(() => undefined);
  // With few open streams every read is passed on alone; with many, all but the first would be joined.
  const events = [1, 2, 3, 4].map((at) => encoder.encode(chunk({ content: String(at) })));
  assert.equal((await merge(events)).length, 4);
});
