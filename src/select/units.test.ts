import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toUnits } from './units.ts';

/** The most units of a text: sentences, then pieces by length. */
const mostOf = (text: string) => 1001 + Math.ceil(text.length / 250);

test('units follow each other without a gap and join to the text, whatever it holds', () => {
  const pieces = fc.constantFrom(
    '.',
    '…',
    '"',
    ' ',
    '\n',
    'a',
    'Mr. ',
    'é',
    '。',
    '日本',
    '👍',
    'word ',
    '3.5 ',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 3000 }), (parts) => {
      const text = parts.join('');
      const units = toUnits(text);
      assert.equal(units.map((unit) => unit.text).join(''), text);
      for (const { text: own, from, to } of units) assert.equal(text.slice(from, to), own);
    }),
  );
});

test('a text of thousands of tiny sentences becomes a bounded number of units', () => {
  for (const sentence of ['a. ', 'a.\n', '日。', '! ', '.', 'x\n\n']) {
    const text = sentence.repeat(Math.ceil(40_000 / sentence.length));
    assert.ok(toUnits(text).length <= mostOf(text), JSON.stringify(sentence));
  }
});
