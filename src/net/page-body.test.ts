import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type BodyLimits, readPageBody, whenTooLarge } from './page-body.ts';
import { PageProblem } from './page-policy.ts';

const LIMITS: BodyLimits = { maxBytes: 10_000, whenTooLarge: 'cut', maxRatio: 100, reserve: () => true };
const bodyOf = (...chunks: readonly (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const read = async (body: Readable, encoding = '', more: Partial<BodyLimits> = {}) => {
  const { bytes, isTruncated } = await readPageBody(body, encoding, { ...LIMITS, ...more });
  return [Buffer.from(bytes).toString('latin1'), isTruncated] as const;
};
const problem = (message: string) => (error: unknown) =>
  error instanceof PageProblem && error.message === message;

test('a body is read in each of its encodings, in any pieces', async () => {
  const text = 'plain words '.repeat(50);
  for (const [encoding, packed] of [
    ['', Buffer.from(text)],
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
  ] as const) {
    assert.deepEqual(await read(bodyOf(packed), encoding), [text, false], encoding);
    assert.deepEqual(await read(bodyOf(packed.subarray(0, 1), packed.subarray(1)), encoding), [text, false]);
  }
  for (const encoding of ['compress', 'deflate', 'gzip, br', 'GZIP', 'constructor', 'toString'])
    await assert.rejects(read(bodyOf(text), encoding), problem('it has an encoding that was not requested'));
});

test('a body without bytes is empty in every encoding', async () => {
  for (const encoding of ['', 'gzip', 'br']) assert.deepEqual(await read(bodyOf(), encoding), ['', false]);
});

test('a body of exactly the limit is whole, a longer one is cut or refused', async () => {
  assert.deepEqual(await read(bodyOf('ab', 'cd'), '', { maxBytes: 4 }), ['abcd', false]);
  assert.deepEqual(await read(bodyOf('ab', 'cde', 'f'), '', { maxBytes: 4 }), ['abcd', true]);
  assert.deepEqual(await read(bodyOf('ab', 'cd', 'e'), '', { maxBytes: 4 }), ['abcd', true]);
  const skip = read(bodyOf('abcde'), '', { maxBytes: 4, whenTooLarge: 'skip' });
  await assert.rejects(skip, problem('it is larger than 4 bytes'));
  assert.deepEqual(await read(bodyOf('abcd'), '', { maxBytes: 4, whenTooLarge: 'skip' }), ['abcd', false]);
});

test('memory is reserved for what is kept, and without it the page is refused', async () => {
  const reserved: number[] = [];
  const reserve = (bytes: number) => {
    reserved.push(bytes);
    return reserved.length < 4;
  };
  await read(bodyOf('abc', 'de', 'fgh'), '', { maxBytes: 6, reserve });
  assert.deepEqual(reserved, [3, 2, 1]);
  await assert.rejects(
    read(bodyOf('abc'), '', { reserve }),
    problem('too many pages are being read at once'),
  );
});

test('a body may unpack to a multiple of what has arrived, and a small one of a kilobyte', async () => {
  const limits = { maxBytes: 10_000_000, maxRatio: 10 };
  const unpacks = (bytes: number) => read(bodyOf(gzipSync(Buffer.alloc(bytes, 'a'))), 'gzip', limits);
  assert.equal((await unpacks(10_240))[0].length, 10_240);
  await assert.rejects(unpacks(10_241), problem('it unpacks to more than 10 times its size'));
  // Two gzip members: the first is stored uncompressed, so that more than a kilobyte has arrived.
  const dense = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 2_654_435_761) >>> 24));
  const packed = Buffer.concat([gzipSync(dense, { level: 0 }), gzipSync(Buffer.alloc(30_000, 'a'))]);
  assert.ok(packed.length > 4096 && packed.length < 4400);
  assert.equal((await read(bodyOf(packed), 'gzip', limits))[0].length, 34_096);
});

test('what does not decompress is a problem of the page, a broken connection is its own error', async () => {
  const packed = gzipSync('words '.repeat(100));
  const damaged = read(bodyOf('these are no bytes of gzip'), 'gzip');
  await assert.rejects(damaged, problem('it cannot be decompressed'));
  const cut = read(bodyOf(packed.subarray(0, packed.length - 9)), 'gzip');
  await assert.rejects(cut, problem('it cannot be decompressed'));
  const gone = new Error('gone');
  for (const encoding of ['', 'gzip']) {
    const breaking = Readable.from(
      (async function* () {
        yield packed.subarray(0, 20);
        throw gone;
      })(),
    );
    await assert.rejects(read(breaking, encoding), (error) => error === gone, encoding);
  }
});

test('text can be cut, documents cannot, and other types cannot be read', () => {
  for (const type of ['', 'text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown'])
    assert.equal(whenTooLarge(type), 'cut', type);
  for (const type of ['application/pdf', 'application/x-pdf', 'application/ld+json'])
    assert.equal(whenTooLarge(type), 'skip', type);
  for (const type of ['image/png', 'text/css', 'constructor'])
    assert.equal(whenTooLarge(type), undefined, type);
});
