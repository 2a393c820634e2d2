import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toClaim } from './claim.ts';
import { closestSentences } from './closest-sentences.ts';
import { disagreementOf } from './differences.ts';
import { indexSource } from './source-index.ts';

/** The difference as `kind: stated -> found`, with `missing` if the source lacks something. */
function compare(claim: string, text: string, language = 'en'): string {
  const passages = [{ text, from: 50, to: 50 + text.length }];
  const source = indexSource({ index: 1, title: '', passages }, language);
  const asserted = toClaim(claim, language);
  const disagreement = disagreementOf(asserted, source, closestSentences(asserted, source));
  const { isMissing, otherNumber } = disagreement;
  const difference = disagreement.difference();
  const isNumber = /number|date|unit/.test(difference?.kind ?? '');
  assert.equal(otherNumber, isNumber ? difference : null);
  if (difference !== null)
    assert.equal(text.slice(difference.from - 50, difference.to - 50), difference.found);
  const told = difference === null ? [] : [`${difference.kind}: ${difference.stated} -> ${difference.found}`];
  return [...told, ...(isMissing ? ['missing'] : [])].join(', ');
}

test('a number, a unit, a date or a name in the same place is what differs', () => {
  for (const [claim, source, expected] of [
    ['The pond holds 12 carp.', 'The pond holds 12 carp.', ''],
    ['The pond holds 12 carp.', 'The pond holds 15 carp.', 'number: 12 -> 15, missing'],
    // A year is compared with no count, and a length with no weight.
    ['The mill opened in 1820.', 'The mill opened 12 doors.', 'missing'],
    ['The mill opened 12 doors.', 'The mill opened in 1820.', 'missing'],
    ['The pond is 12 km long.', 'The pond is 15 kg long.', 'missing'],
    ['The pond is 12 km long.', 'The pond is 12 miles long.', 'unit: 12 km -> 12 miles, missing'],
    ['It cost $3 million.', 'It cost $3 billion.', 'number: $3 million -> $3 billion, missing'],
    ['The mill opened in 1820.', 'The mill opened in 1802.', 'date: 1820 -> 1802, missing'],
    // 75 and 45 are the difference and the sum of the values in the source.
    ['They sold 75 carp.', 'They sold 30 carp and 105 eels.', ''],
    ['They sold 45 carp.', 'They sold 30 carp. They sold 15 carp.', 'number: 45 -> 30, missing'],
    // The source's 12 is the number of rooms in the claim, so it does not replace the 7.
    ['It has 12 rooms and 7 baths.', 'It has 12 rooms and baths.', 'missing'],
    ['The pond holds 12 carp.', 'Nobody goes there. It rained for 15 days.', 'missing'],
    [
      'The red mill near the town burned in 1820.',
      'In the town the mill was burned, near 1802 red.',
      'date: 1820 -> 1802, missing',
    ],
    [
      'Yesterday the mayor Anna opened the new school hall.',
      'Yesterday the mayor Carla opened the new school hall.',
      'name: Anna -> Carla, missing',
    ],
    // A label is not a name.
    ['We sang the old song Harvest Moon again.', 'Title: the old song again', 'missing'],
    ['Yesterday the mayor Anna opened it.', 'Today the baker Carla closed it.', 'missing'],
    ['Here the mayor Anna opened the hall.', 'Here the mayor Anna opened the hall.', ''],
  ] as const)
    assert.equal(compare(claim, source), expected, `${claim} / ${source}`);
});

test('a pronoun at the start of a sentence is not another name', () => {
  for (const [language, claim, source] of [
    ['en', 'After the war Anna Bell wrote her second novel.', 'She wrote her second novel after the war.'],
    ['en', 'In 1820 only Anna opened the new school hall.', 'Someone opened the new school hall in 1820.'],
    [
      'de',
      'Nach dem Krieg schrieb Frau Anna Bell den zweiten Roman.',
      'Er schrieb den zweiten Roman nach dem Krieg.',
    ],
  ] as const)
    assert.equal(compare(claim, source, language), 'missing', claim);
  const who = compare(
    'In 1948 only Unesco opened the new school hall.',
    'WHO opened the new school hall in 1948.',
  );
  assert.equal(who, 'name: Unesco -> WHO, missing');
});

test('a pronoun of another language is a name', () => {
  for (const [claim, source, expected] of [
    [
      'In 1978, Moi became the president of Kenya.',
      'In 1978, Kenyatta became the president of Kenya.',
      'name: Moi -> Kenyatta, missing',
    ],
    [
      'Yesterday the mayor Nada opened the new school hall.',
      'Yesterday the mayor Son opened the new school hall.',
      'name: Nada -> Son, missing',
    ],
  ] as const)
    for (const language of ['en', 'en-GB', 'EN'])
      assert.equal(compare(claim, source, language), expected, `${claim} ${language}`);
  const own = 'In 1820 only Anna opened the new school hall.';
  for (const language of ['en', 'en-GB', 'EN'])
    assert.equal(compare(own, 'Someone opened the new school hall in 1820.', language), 'missing');
});

test('another name takes the place of a name between three equal words, if they are half of its own', () => {
  for (const [claim, source, expected] of [
    ['a mayor Anna opened school hall.', 'a mayor Carla opened school yard.', 'name: Anna -> Carla, missing'],
    ['the mayor Anna opened school.', 'lately mayor Carla opened halls.', 'missing'],
    [
      'later mayor Anna opened school hall gates.',
      'first mayor Carla opened school yard doors.',
      'name: Anna -> Carla, missing',
    ],
    [
      'later proud mayor Anna opened school hall gates.',
      'first mayor Carla opened school yard doors.',
      'missing',
    ],
    // The claim has the other name, too.
    ['a mayor Anna opened school hall with Carla.', 'a mayor Carla opened school yard.', 'missing'],
  ] as const)
    assert.equal(compare(claim, source), expected, claim);
});
