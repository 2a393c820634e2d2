import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelyRarity } from '@sayso/text/relevance.ts';
import { toClaim } from './claim.ts';

test('a statement has at most eighty terms, each once with the rarity of its beginning', () => {
  const words = Array.from({ length: 90 }, (_, at) => `word${String.fromCodePoint(97 + (at % 26))}x${at}`);
  assert.equal(toClaim(words.join(' '), 'en').terms.length, 80);
  const long = 'zyxwvut'.repeat(8);
  const { terms, weights } = toClaim(`${long} and ${long} river`, 'en');
  assert.equal(terms.length, 3);
  assert.equal(weights.size, 2);
  const [term = ''] = terms;
  assert.ok(term.length > 40);
  assert.equal(weights.get(term), likelyRarity(term.slice(0, 40)));
});

test('names are capitalised words inside a sentence, by the rules of the language', () => {
  const stemsIn = (text: string, language: string) => [...toClaim(text, language).names].sort();
  assert.deepEqual(stemsIn('Yesterday the mayor Anna Bell opened the Louvre.', 'en'), [
    'anna',
    'bell',
    'louvr',
  ]);
  assert.deepEqual(stemsIn('Gestern kam der Dichter Goethe nach Weimar.', 'de'), ['goeth']);
  assert.deepEqual(stemsIn('昨日、田中さんが来た。', 'ja').length, 1);
  assert.deepEqual(stemsIn('It was: The end.', 'en'), []);
});
