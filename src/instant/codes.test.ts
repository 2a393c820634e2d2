import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { findInstant } from './find-instant.ts';

const answerTo = (question: string) => findInstant(question, { nowMs: 0 })?.text ?? null;
const resultOf = (question: string) => /= \*\*`(.*)`\*\*$/s.exec(answerTo(question) ?? '')?.[1] ?? null;

test('a hash is that of the quoted text, character for character', () => {
  assert.equal(resultOf('md5 of "abc"'), '900150983cd24fb0d6963f7d28e17f72', 'RFC 1321, A.5');
  assert.equal(resultOf('sha1 of "abc"'), 'a9993e364706816aba3e25717850c26c9cd0d89d', 'FIPS 180, A.1');
  assert.notEqual(resultOf('md5 of "abc "'), resultOf('md5 of "abc"'));
  for (const unclear of [
    'md5 of "a  b"',
    'md5 of " a"',
    'md5 of "a\tb"',
    'md5 of "a`b"',
    'md5 of ""',
    'md5 of "a" "b"',
  ])
    assert.equal(answerTo(unclear), null, unclear);
});

test('a text that is encoded and decoded is the same', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'aZ09 äé漢😀&%/=?+'), minLength: 1, maxLength: 9 }),
      (text) => {
        for (const name of ['base64', 'hex', 'url']) {
          const encoded = resultOf(`${name} encode "${text}"`);
          if (encoded === null) continue;
          const decoded = resultOf(`${name} decode "${encoded}"`);
          if (decoded !== null) assert.equal(decoded, text);
        }
      },
    ),
  );
  assert.equal(resultOf('base64 decode "4pyT"'), '✓');
});

test('a text that is not valid in its encoding is searched for', () => {
  for (const wrong of [
    'base64 decode "a"',
    'base64 decode "/w=="',
    'hex decode "abc"',
    'hex decode "xy6869"',
    'hex decode "6869xy"',
    'hex decode "00"',
    'url decode "%zz"',
    'url decode "a+b"',
  ])
    assert.equal(answerTo(wrong), null, wrong);
});
