import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbbreviated, isPlainWordAt, ordinaryWordEnds } from './sentences.ts';

test(
  'a full stop belongs to an abbreviation, an initial, an ordinal or a list marker, or ends a ' + 'sentence',
  () => {
    const cases: readonly (readonly [before: string, after: string, isAbbreviation: boolean])[] = [
      ['It is on St. ', 'James Street.', true],
      ['Mr. ', 'Smith came.', true],
      ['He saw Dr. ', 'It', true],
      ['fig. ', '3 shows', true],
      ['no. ', '5 is', true],
      ['He said no. ', 'Then', false],
      ['1. ', 'Item', true],
      ['(a) ', 'Item', false],
      ['a. ', 'Item', true],
      ['On 5. ', 'Mai 2020', true],
      ['On 5. ', 'Then', false],
      ['On 123. ', 'Mai', false],
      ['At 5 a.m. ', 'Mr. Smith', true],
      ['He left at 5 a.m. ', 'Then', false],
      ['He left at 5 a.m. ', 'Monday was', true],
      ['He left at 5 a.m. ', 'on', true],
      ['J. ', 'K. Rowling', true],
      ['J. ', 'The', true],
      ['Smith Inc. ', 'The firm', false],
      ['Smith Inc. ', 'Reported', true],
      ['U.S. ', 'Army', true],
      ['par ex. ', 'Le', true],
      ['Dr. med. ', 'Schmidt', true],
      ['simply med. ', 'Schmidt', false],
      ['20 °C. ', 'Then', false],
      ['It ends. ', 'Then', false],
      ['It ends etc. ', 'Then', false],
      ['ends. ', 'x', false],
      ['see approx. ', 'Five', true],
      ['see vs. ', 'Five', true],
      ['(see etc.) ', 'Five', true],
      ['see jan. ', '5', true],
    ];
    for (const [before, after, isAbbreviation] of cases)
      assert.equal(isAbbreviated(before, after), isAbbreviation, `${before}| ${after}`);
  },
);

test('before its next word is known, only a full stop that cannot be anything else ends a sentence', () => {
  for (const end of ['It ends.', 'ends?', '”.']) assert.equal(ordinaryWordEnds(end), true, end);
  for (const end of ['at no.', 'Fig.', 'in 1999.', 'x 5.', 'wait...', 'wait…'])
    assert.equal(ordinaryWordEnds(end), false, end);
});

test('an ordinary word of ASCII letters, or a year, after a blank is recognised at its full stop', () => {
  const isPlain = (text: string, from = 0) => isPlainWordAt(text, from, text.length - 1);
  for (const text of ['It ends.', 'an aa.', 'an AZ.', 'a zz.', 'In 2010.', 'In 1999.', 'In 12345.'])
    assert.ok(isPlain(text), text);
  for (const text of [
    ...['It ends!', 'It ends', 'ends.', 'It (ends.', 'the café.', 'a x.', 'a Dr.', 'a DR.', 'a no.'],
    ...['In 199.', 'In x1999.', 'an {{.', 'an ``.', 'in ////.', 'in ::::.', 'It . '],
  ])
    assert.ok(!isPlain(text), text);
  assert.ok(isPlain('It ends.', 2));
  assert.ok(!isPlain('It ends.', 3), 'the word must begin after `from`');
  assert.ok(!isPlain('It ends.', 4), 'the blank is before `from`');
});
