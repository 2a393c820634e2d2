import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { decompress } from './decompress.ts';

const BODY = Buffer.from('Words that were sent. '.repeat(50));
const CODINGS: readonly (readonly [coding: string, sent: Buffer])[] = [
  ['', BODY],
  ['identity', BODY],
  ['gzip', gzipSync(BODY)],
  ['x-gzip', gzipSync(BODY)],
  [' GZip ', gzipSync(BODY)],
  ['br', brotliCompressSync(BODY)],
  ['deflate', deflateSync(BODY)],
  ['deflate', deflateRawSync(BODY)],
];

for (const [coding, sent] of CODINGS) {
  test(`decodes a body of ${sent.length} bytes in the coding "${coding}" up to its limit`, () => {
    assert.deepEqual(decompress(sent, coding, BODY.length), BODY);
    if (sent !== BODY)
      assert.throws(() => decompress(sent, coding, BODY.length - 1), {
        name: 'UpstreamError',
        reason: 'too-large',
      });
  });
}

test('an empty body is empty in every coding', () => {
  for (const coding of ['gzip', 'br', 'deflate', 'unheard-of'])
    assert.equal(decompress(Buffer.alloc(0), coding, 1).length, 0);
});

test('what is broken, cut, or in a coding that was not requested, is a failure of the server', () => {
  for (const [coding, body] of [
    ['gzip', BODY],
    ['gzip', gzipSync(BODY).subarray(0, 20)],
    ['br', Buffer.from([1, 2, 3])],
    ['deflate', Buffer.from([0x78])],
    ['zstd', BODY],
    ['gzip, br', BODY],
  ] as const)
    assert.throws(
      () => decompress(body, coding, 10_000),
      { name: 'UpstreamError', reason: 'protocol' },
      coding,
    );
});
