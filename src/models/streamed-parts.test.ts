import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { until, untilSettled } from '../../test/support/until.ts';
import type { ModelPart } from './language-model.ts';
import { StreamFault } from './model-failure.ts';
import { type LineReader, readStreamedParts } from './streamed-parts.ts';

const part = (type: string, delta: string): ModelPart => ({ type, delta });

/**
 * Reads every line as text, or as thinking if it begins with `?`, until a line `end`; records all lines, and
 * which line was reported as the last.
 */
function lineReader() {
  const lines: string[] = [];
  let last: string | null = null;
  let isComplete = false;
  const reader: LineReader = {
    read(line, isLast) {
      lines.push(line);
      if (isLast) last = line;
      if (line === 'end') isComplete = true;
      return line === ''
        ? []
        : [line.startsWith('?') ? part('reasoning-delta', line) : part('text-delta', line)];
    },
    end: () => [{ type: 'finish' }],
    get complete() {
      return isComplete ? 'yes' : 'no';
    },
  };
  return { reader, lines, last: () => last };
}

/** The parts read from a body that arrives in these pieces; the body may break off or never end. */
async function partsOf(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  reader: LineReader,
): Promise<ModelPart[]> {
  const body = Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>;
  return await Array.fromAsync(readStreamedParts(body, reader));
}
const bytes = (text: string) => new TextEncoder().encode(text);

/** A body that is cut at arbitrary bytes. */
const cutBody = fc
  .tuple(
    fc.array(fc.constantFrom('\n', '\r\n', 'a', 'é😀', '?b', ' c '), { maxLength: 12 }),
    fc.array(fc.nat(40), { maxLength: 6 }),
  )
  .map(([words, cuts]) => {
    const body = words.join('');
    const places = [0, ...cuts.sort((one, other) => one - other)];
    return { body, pieces: places.map((from, at) => bytes(body).subarray(from, places[at + 1])) };
  });

test('every line is read once, without white space, the last marked, however the body is cut', async () => {
  await fc.assert(
    fc.asyncProperty(cutBody, async ({ body, pieces }) => {
      const { reader, lines, last } = lineReader();
      const parts = await partsOf(pieces, reader);
      const expected = body.split('\n').map((line) => line.trim());
      assert.deepEqual([lines, last()], [expected, expected.at(-1)]);
      assert.equal(parts.map(({ delta = '' }) => delta).join(''), expected.join(''));
      assert.deepEqual(parts.at(-1), { type: 'finish' });
    }),
  );
});

test('adjacent text of lines that arrive together becomes one part', async () => {
  assert.deepEqual(await partsOf([bytes('a\nb\n?c\n?d\n\ne\n')], lineReader().reader), [
    part('text-delta', 'ab'),
    part('reasoning-delta', '?c?d'),
    part('text-delta', 'e'),
    { type: 'finish' },
  ]);
});

test('the parts end when the answer is complete, even if the body does not', async () => {
  const { promise: never } = Promise.withResolvers<Uint8Array>();
  async function* body() {
    yield bytes('a\nend\nmore\n');
    yield await never;
  }
  const { reader, lines } = lineReader();
  const parts = await partsOf(body(), reader);
  assert.deepEqual([parts.length, parts.at(-1), lines], [2, { type: 'finish' }, ['a', 'end']]);
});

test('a connection that is dropped breaks the parts off', async () => {
  async function* body() {
    yield bytes('a\n');
    throw new Error('reset');
  }
  await assert.rejects(partsOf(body(), lineReader().reader), /reset/);
});

test('a line of more than a megabyte is refused', async () => {
  const piece = bytes('x'.repeat(524_288));
  assert.equal((await partsOf([piece, piece], lineReader().reader)).length, 2);
  await assert.rejects(partsOf([piece, piece, bytes('x')], lineReader().reader), StreamFault);
});

/** Reads each line as text; `done` completes the answer, and after `last`, only token counts may follow. */
function answerReader(): LineReader {
  let complete: LineReader['complete'] = 'no';
  return {
    read(line) {
      if (line === 'done') complete = 'yes';
      else if (line === 'last') complete = 'except counts';
      else if (line !== '') return [{ type: 'text-delta', delta: line }];
      return [];
    },
    end: () => [{ type: 'finish' }],
    get complete() {
      return complete;
    },
  };
}

/** A body that sends these lines and then stays open until it gets more lines or is cancelled. */
function openBody(...lines: readonly string[]) {
  const seen = { cancelled: false };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      for (const line of lines) given.enqueue(new TextEncoder().encode(`${line}\n`));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { body, seen, control: () => controller ?? assert.fail('not started') };
}

const collect = async (parts: ReadableStream<ModelPart>) => {
  const all: string[] = [];
  for await (const { type, delta } of parts) all.push(delta ?? type);
  return all;
};

test('a body that stays open after a whole answer is given a second, then it is cancelled', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, seen } = openBody('a', 'done');
  assert.deepEqual(await collect(readStreamedParts(body, answerReader())), ['a', 'finish']);
  t.mock.timers.tick(999);
  await untilSettled();
  assert.equal(seen.cancelled, false);
  t.mock.timers.tick(1);
  await until(() => seen.cancelled);
});

test('a body that ends by itself after a whole answer is read to its end, and not cancelled', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, seen, control } = openBody('a', 'done');
  assert.deepEqual(await collect(readStreamedParts(body, answerReader())), ['a', 'finish']);
  control().enqueue(new TextEncoder().encode('more\n'));
  control().close();
  await untilSettled();
  t.mock.timers.tick(10_000);
  await untilSettled();
  assert.equal(seen.cancelled, false);
});

test('an answer that lacks only its counts waits for them for a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, seen } = openBody('a', 'last');
  const reader = readStreamedParts(body, answerReader()).getReader();
  assert.deepEqual(await reader.read(), { done: false, value: { type: 'text-delta', delta: 'a' } });
  const next = reader.read();
  await untilSettled();
  t.mock.timers.tick(999);
  await untilSettled();
  assert.equal(seen.cancelled, false);
  t.mock.timers.tick(1);
  assert.deepEqual(await next, { done: false, value: { type: 'finish' } });
  assert.equal((await reader.read()).done, true);
  assert.equal(seen.cancelled, true);
});

test('a connection that is dropped where only counts are missing has sent the whole answer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, control } = openBody('a', 'last');
  const reading = collect(readStreamedParts(body, answerReader()));
  await untilSettled();
  control().error(new Error('reset'));
  assert.deepEqual(await reading, ['a', 'finish']);
});

test('a line that cannot be read cancels the body', async () => {
  const { body, seen } = openBody('a');
  const failing = { ...answerReader(), read: () => assert.fail('not of the protocol') };
  await assert.rejects(collect(readStreamedParts(body, failing)), /not of the protocol/);
  assert.equal(seen.cancelled, true);
});
