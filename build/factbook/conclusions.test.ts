import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conclusionsOf, isConcluded, overviewConclusions } from './conclusions.ts';
import { profileSchema } from './profile.ts';

const concluded = (property: string, text: string | null, profile = {}) =>
  conclusionsOf(property, { text, parts: {} }, profile, 'the Utopian Islands');

test('says whether a country has a coast', () => {
  assert.match(concluded('Coastline', '0 km (landlocked)')[0] ?? '', /^The Utopian Islands is a landlocked/);
  assert.match(concluded('Coastline', '12 km')[0] ?? '', /is not landlocked/);
  assert.deepEqual(
    [concluded('Coastline', 'NA'), concluded('Coastline', null), concluded('Area', '1')],
    [[], [], []],
  );
});

test('names memberships, and in Europe also that a country is not in the EU or NATO', () => {
  const property = 'International organization participation';
  assert.deepEqual(concluded(property, 'BIS, EU, NATO (observer)'), [
    'The Utopian Islands, as of 2015, is a member of (belongs to) the European Union (EU).',
  ]);
  const european = profileSchema.parse({ Geography: { 'Map references': { text: 'Europe' } } });
  assert.match(
    concluded(property, 'NATO', european)[0] ?? '',
    /is not a member of \(does not belong to\) the European Union/,
  );
});

test('the largest city is named only from a list in order, which may begin with a smaller capital', () => {
  const largest = (text: string) => concluded('Major urban areas - population', text)[0] ?? '';
  assert.match(
    largest('Karachi 16.6 million; Lahore 8.7 million (2015)'),
    /in 2015 was Karachi, with 16.6 million/,
  );
  assert.match(largest('YAMO (capital) 259,000; Abidjan 4.86 million; Bouake 762,000'), /Abidjan/);
  assert.equal(largest('A 11 million; B 2 million; C 20 million'), '');
});

test('a main religion, official languages and a biggest partner are named only if the list says so', () => {
  assert.match(
    concluded('Religions', 'Muslim 87.2%, Christian 7% (2010 est.)')[0] ?? '',
    /Muslim \(87.2% in 2010\)/,
  );
  assert.deepEqual(concluded('Religions', 'Muslim 47%, Christian 43%'), []);
  assert.deepEqual(concluded('Languages', 'Finnish (official) 94%, Swedish (official, by law) 5%, Sami'), [
    'The official languages of the Utopian Islands, as of 2015, are Finnish, Swedish.',
  ]);
  assert.deepEqual(concluded('Languages', 'Finnish'), []);
  assert.match(
    concluded('Exports - partners', 'US 80.2%, Canada 3% (2014)')[0] ?? '',
    /is the US, .*80.2% in 2014/,
  );
  assert.deepEqual(concluded('Imports - partners', 'many'), []);
});

test('a currency is named in the singular, apart from its exchange rate', () => {
  assert.deepEqual(concluded('Exchange rates', 'pesos (UTP) per US dollar - ++ 568 (2014 est.)'), [
    'The currency of the Utopian Islands, the money that people use there, as of 2015, is the peso (UTP).',
    'The exchange rate of the currency of the Utopian Islands in 2014: 568 pesos for one US dollar.',
  ]);
  assert.equal(isConcluded('Exchange rates', { text: 'the US dollar is used', parts: {} }), false);
});

test('a date of independence is one only if the text says so', () => {
  assert.deepEqual(concluded('Independence', '1 May 1960 (from France)'), [
    'The Utopian Islands gained independence (became independent or free) on 1 May 1960 (from France).',
  ]);
  assert.deepEqual(concluded('Independence', '962 (unified)'), []);
  assert.equal(isConcluded('Independence', { text: '1960 (independence declared)', parts: {} }), true);
});

test('an overview has the conclusions that everybody asks for', () => {
  const profile = profileSchema.parse({ Geography: { Coastline: { text: '2 km' }, Area: { text: '3' } } });
  assert.deepEqual(overviewConclusions(profile, 'Utopia'), ['Utopia is not landlocked: it has a coast.']);
});
