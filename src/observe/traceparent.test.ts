import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseTraceparent, toTraceparent } from './traceparent.ts';

const VALID = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a standard field is read and written again', () => {
  const context = parseTraceparent(VALID);
  assert.ok(context !== null);
  assert.equal(toTraceparent(context), VALID);
});

test('additional fields are accepted of a later version only', () => {
  assert.notEqual(parseTraceparent(VALID.replace(/^00/, '01').concat('-more')), null);
  assert.equal(parseTraceparent(`${VALID}-more`), null);
});

test('zero ids, the forbidden version and upper case are refused', () => {
  for (const text of [
    VALID.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    VALID.replace('b7ad6b7169203331', '0'.repeat(16)),
    VALID.replace(/^00/, 'ff'),
    VALID.toUpperCase(),
    '',
  ])
    assert.equal(parseTraceparent(text), null, text);
});

test('no field makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTraceparent(text)));
});
