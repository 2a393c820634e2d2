import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factSentences } from './fact-sentences.ts';

type Parts = Readonly<Record<string, string>>;
/**
 * The sentences about a property of the Netherlands. Without templates, they only name the property and its
 * value.
 */
const said = (templates: readonly string[], text: string | null, parts: Parts = {}) =>
  factSentences(
    { country: 'the Netherlands', property: 'Oil - crude GDP', fact: { text, parts } },
    templates,
  );

test('a value without wording is named with the property, its part, the country and the time', () => {
  assert.deepEqual(said([], '5 bbl', { note: 'rare', light: '3 (2013)', none: 'NA', rest: '4' }), [
    'The oil - crude GDP of the Netherlands (rest) as of 2015: 4.',
    'The oil - crude GDP of the Netherlands (light) in 2013: 3.',
    'The Netherlands: rare (Oil - crude GDP, in 2013).',
    'The oil - crude GDP of the Netherlands in 2013: 5 barrels.',
  ]);
  assert.deepEqual(said([], '5 (2014)'), ['The oil - crude GDP of the Netherlands in 2014: 5.']);
});

test('a template gets the values, and a time before its verb, its colon or the sentence', () => {
  for (const [template, now, past] of [
    [
      'the oil of {country} {is|was} {}',
      'The oil of the Netherlands, as of 2015, is 5.',
      'The oil of the Netherlands in 2014 was 5.',
    ],
    [
      'oil of {country}: {} bbl',
      'Oil of the Netherlands as of 2015: 5 bbl.',
      'Oil of the Netherlands in 2014: 5 bbl.',
    ],
    [
      'of {country}, {} {is|was} oil',
      'As of 2015, of the Netherlands, 5 is oil.',
      'In 2014, of the Netherlands, 5 was oil.',
    ],
    [
      'the rate of {country}, a share, {is|was} {}',
      'The rate of the Netherlands, a share, as of 2015, is 5.',
      'The rate of the Netherlands, a share, in 2014, was 5.',
    ],
    [
      'a note: the oil of {country}: {}',
      'A note: the oil of the Netherlands as of 2015: 5.',
      'A note: the oil of the Netherlands in 2014: 5.',
    ],
    ['{} {is|was} Dutch', 'As of 2015, 5 is Dutch.', 'In 2014, 5 was Dutch.'],
    [
      'so {is|was} it, as {country} {has|had} {}',
      'So is it, as the Netherlands, as of 2015, has 5.',
      'So was it, as the Netherlands in 2014 had 5.',
    ],
  ] as const) {
    assert.deepEqual(said([template], '5'), [now]);
    assert.deepEqual(said([template], '5 (2014)'), [past]);
  }
});

test('text in square brackets, or a whole template, is left out if a value in it is missing', () => {
  const templates = [
    'oil {is|was} {}[, of which {heavy} {is|was} heavy]',
    'gas {is|was} {gas}',
    'coal: {coal}',
    'peat {is|was} {}[ to {most} and {least}]',
  ];
  assert.deepEqual(said(templates, '5 (2014)', { gas: 'NA (2014)', most: '6' }), [
    'Oil in 2014 was 5.',
    'Peat in 2014 was 5.',
  ]);
  assert.deepEqual(said(templates, '5 (2014)', { heavy: '2 bbl', other: '3' }), [
    'Oil in 2014 was 5, of which 2 barrels was heavy.',
    'Peat in 2014 was 5.',
  ]);
  assert.deepEqual(said(templates, null, { coal: '9', gas: ',' }), ['Coal as of 2015: 9.']);
});

test('a note follows the templates unless one of them contains it', () => {
  assert.deepEqual(said(['oil: {}'], '5', { note: 'rare' }), [
    'Oil as of 2015: 5.',
    'The Netherlands: rare (Oil - crude GDP, as of 2015).',
  ]);
  assert.deepEqual(said(['oil: {}[ ({note})]'], '5', { note: 'rare' }), ['Oil as of 2015: 5 (rare).']);
});

test('a long list is split into sentences of up to 260 characters, but not if words follow it', () => {
  const [long, short] = ['a'.repeat(200), 'b'.repeat(60)];
  const list = `${long}; ${short}; NA; c`;
  assert.deepEqual(said(['oil: {}'], list), [`Oil as of 2015: ${long}, ${short}.`, 'Oil as of 2015: c.']);
  assert.deepEqual(said(['oil: {} bbl'], list), [`Oil as of 2015: ${long}, ${short}, c bbl.`]);
  assert.equal(said(['oil: {}'], `${long}; ${short}b`).length, 2);
  const middle = 'c'.repeat(255);
  assert.deepEqual(said(['oil: {}'], `${long}; ${middle}; ${short}`), [
    ...[`Oil as of 2015: ${long}.`, `Oil as of 2015: ${middle}.`, `Oil as of 2015: ${short}.`],
  ]);
});

test('what hardly ever changes has no time of its own, and a long note says what it is about', () => {
  const fact = { text: '5 (2014) ++ 6', parts: { note: 'x'.repeat(120) } };
  const lasting = { country: 'Peru', property: 'Peak', fact, isLasting: true };
  assert.deepEqual(factSentences(lasting, ['the peak of {country} {is|was} {}']), [
    'The peak of Peru is 5 (2014), 6.',
    `Peru: ${'x'.repeat(120)}.`,
  ]);
});
