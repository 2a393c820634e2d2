import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import type { ModelPart } from './language-model.ts';
import { StreamFault } from './stream-fault.ts';
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
