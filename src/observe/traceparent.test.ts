import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { parseTraceparent } from './tracing.ts';

const VALID = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a standard field is read', () => {
  assert.deepEqual(parseTraceparent(VALID), {
    ...{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' },
    ...{ traceFlags: 1, isRemote: true },
  });
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

test('a field with anything before, after or between its parts is refused', () => {
  for (const text of [
    `0${VALID}`,
    `${VALID}0`,
    `${VALID} more`,
    VALID.replaceAll('-', ''),
    VALID.replaceAll('-', '--'),
  ])
    assert.equal(parseTraceparent(text), null, text);
  assert.notEqual(parseTraceparent(` ${VALID}\t`), null);
});

const hex = (length: number) =>
  fc
    .array(fc.nat(15), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(''));

test('ids are read as they are, unless all digits are zero, and only the flag for sampling is', () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.nat(255), (traceId, spanId, flags) => {
      const context = parseTraceparent(`00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`);
      const isZero = /^0*$/.test(traceId) || /^0*$/.test(spanId);
      assert.deepEqual(context, isZero ? null : { traceId, spanId, traceFlags: flags % 2, isRemote: true });
    }),
    {
      examples: [
        [`0${'1'.repeat(31)}`, '1'.repeat(16), 1],
        [`${'1'.repeat(31)}0`, `${'1'.repeat(15)}0`, 0],
      ],
    },
  );
});

test('no field makes it throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTraceparent(text)));
});
