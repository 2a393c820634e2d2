import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseTraceparent, toTraceparent } from './traceparent.ts';

const VALID = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('reads the field of the standard and writes it again', () => {
  const context = parseTraceparent(VALID);
  assert.ok(context !== null);
  assert.equal(toTraceparent(context), VALID);
});

test('takes more fields of a later version and none of this one', () => {
  assert.notEqual(parseTraceparent(VALID.replace(/^00/, '01').concat('-more')), null);
  assert.equal(parseTraceparent(`${VALID}-more`), null);
});

test('refuses ids of zeros, the forbidden version and upper case', () => {
  for (const text of [
    VALID.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    VALID.replace('b7ad6b7169203331', '0'.repeat(16)),
    VALID.replace(/^00/, 'ff'),
    VALID.toUpperCase(),
    '',
  ])
    assert.equal(parseTraceparent(text), null, text);
});

test('never throws, whatever is sent', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTraceparent(text)));
});
