import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { createEventParser, readEvents, type ServerEvent } from './sse.ts';

function parse(...pieces: string[]): ServerEvent[] {
  const parser = createEventParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

test('an event is read with its name and its data', () => {
  assert.deepEqual(parse('event: sources\ndata: {"a":1}\n\n'), [{ event: 'sources', data: '{"a":1}' }]);
});

test('an event without a name is called "message"', () => {
  assert.deepEqual(parse('data: x\n\n'), [{ event: 'message', data: 'x' }]);
});

test('several lines of data are joined, and only one leading space is removed', () => {
  assert.deepEqual(parse('data:  a\ndata:b\ndata\n\n'), [{ event: 'message', data: ' a\nb\n' }]);
});

test('comments, ids, unknown fields, events without data and a byte order mark are ignored', () => {
  const text = '\uFEFF: hello\nid: 7\nretry: 10\nwhat: ever\n\nevent: lost\n\ndata: x\n\n';
  assert.deepEqual(parse(text), [{ event: 'message', data: 'x' }]);
});

test('an event without a final empty line is dropped', () => {
  assert.deepEqual(parse('data: a\n\ndata: b\n'), [{ event: 'message', data: 'a' }]);
});

test('the same events are read however the text is cut, with any line end', () => {
  const line = fc.stringMatching(/^[ -~äöü😀]{0,12}$/u);
  const event = fc.record(
    { event: fc.stringMatching(/^[a-z-]{1,8}$/), data: line },
    { noNullPrototype: true },
  );
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(fc.array(event), lineEnd, fc.array(fc.nat(40)), (events, end, sizes) => {
      const text = events.map(({ event, data }) => `event: ${event}${end}data: ${data}${end}${end}`).join('');
      // The last `\r` may be half of a line end, so the parser waits for the next character.
      const whole = parse(...cut(`${text}:${end}`, sizes));
      assert.deepEqual(whole, events);
    }),
  );
});

test('characters cut between two chunks are joined', async () => {
  const bytes = new TextEncoder().encode('data: über 😀\n\n');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  assert.deepEqual(events, [{ event: 'message', data: 'über 😀' }]);
});

test('the body is cancelled if the reader stops early', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel() {
      cancelled = true;
    },
  });
  for await (const _ of readEvents(body)) break;
  assert.equal(cancelled, true);
});

function cut(text: string, sizes: readonly number[]): string[] {
  const [size, ...others] = sizes;
  return size === undefined ? [text] : [text.slice(0, size), ...cut(text.slice(size), others)];
}
