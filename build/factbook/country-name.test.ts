import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryName } from './country-name.ts';

/** The country's name as a title, and as written in a sentence. */
function named(parts: Record<string, string>, listed: string | null = null): readonly [string, string] {
  const { title, inSentence } = countryName(
    { Government: { 'Country name': { text: null, parts } } },
    listed,
  );
  return [title, inSentence];
}
const short = (name: string) => ({ 'conventional short form': name });

test('a country has its usual short name, else the long one, else that of the list', () => {
  assert.deepEqual(named(short('Angola')), ['Angola', 'Angola']);
  const long = { 'conventional long form': 'Kingdom of X' };
  assert.deepEqual(named({ ...short('none'), ...long }, 'Xland'), ['Kingdom of X', 'Kingdom of X']);
  assert.deepEqual(named(short('DRC'), 'Congo'), ['Congo', 'Congo']);
  assert.deepEqual(named(short('A; B'), 'Congo'), ['Congo', 'Congo']);
  assert.deepEqual(named({ 'Dutch short form': 'Sint X' }), ['Sint X', 'Sint X']);
  assert.deepEqual(named({}, 'Xland'), ['Xland', 'Xland']);
  assert.deepEqual(countryName({}, null), { title: '', inSentence: '' });
});

test('remarks about a name are left out, and a name that was cut is completed', () => {
  assert.equal(named(short('Taiwan (includes Penghu)'))[0], 'Taiwan');
  assert.equal(named(short('Guernsey (the island of that name)'))[0], 'Guernsey');
  assert.deepEqual(named(short('The Dominican'), 'Dominican Republic'), [
    'Dominican Republic',
    'the Dominican Republic',
  ]);
  assert.equal(named(short('Angola'), 'Angolan Land')[0], 'Angola');
});

test('an abbreviation is shown if it has the initials, and plural names have an article in sentences', () => {
  assert.deepEqual(named({ ...short('United Kingdom'), abbreviation: 'UK' }), [
    'United Kingdom (UK)',
    'the United Kingdom (UK)',
  ]);
  const states = { ...short('United States'), abbreviation: 'US or USA, none; U' };
  assert.equal(named(states)[0], 'United States (US, USA)');
  assert.equal(named({ ...short('Angola'), abbreviation: 'XA' })[0], 'Angola');
  assert.equal(named({ ...short('states'), abbreviation: 'the US, USA or so' })[0], 'states (USA)');
  for (const plural of ['Cook Islands', 'Indian Ocean', 'Netherlands', 'World'])
    assert.deepEqual(named(short(plural)), [plural, `the ${plural}`]);
  for (const bare of ['Worldland', 'Christmas Islander', 'Islands, Far', 'New United Land'])
    assert.deepEqual(named(short(bare)), [bare, bare]);
  assert.deepEqual(named(short('The Gambia')), ['The Gambia', 'the Gambia']);
});
