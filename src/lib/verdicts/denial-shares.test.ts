import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelyRarity } from '../text/rarity.ts';
import { stem } from '../text/words.ts';
import { toClaim } from './claim.ts';
import { closestSentences } from './closest-sentences.ts';
import { disagreementOf } from './differences.ts';
import { indexSource } from './source-index.ts';

/** Words of no language that are all equally rare, so that shares of a statement are shares of its words. */
const WORDS = [
  ...['babax', 'bagox', 'bamux', 'bavax', 'bedox', 'bofux', 'bolax', 'borox', 'buzux', 'dabax', 'dagox'],
  ...['damux', 'davax', 'dogax', 'dumox', 'fabux', 'fagax', 'famox', 'fovux', 'fudax'],
].filter((word) => likelyRarity(word) === likelyRarity('babax') && stem(word) === word);
const some = (from: number, to: number) => WORDS.slice(from, to).join(' ');

/** Whether a source denies a claim, and whether the source lacks a part of the claim. */
function denies(claim: string, text: string): string {
  const passages = [{ text, from: 0, to: text.length }];
  const source = indexSource({ index: 1, title: '', passages }, 'en');
  const asserted = toClaim(claim, 'en');
  const { difference, isMissing } = disagreementOf(asserted, source, closestSentences(asserted, source));
  return `${difference()?.kind ?? 'nothing'}${isMissing ? ', missing' : ''}`;
}

/**
 * The smallest number of shared words at which a source counts as denying a claim. Checks that the source
 * also does so at every larger number.
 */
function leastFor(deniesWith: (shared: number) => string, most: number): number {
  const denying = Array.from({ length: most }, (_, at) => deniesWith(at + 1).startsWith('negation'));
  const first = denying.indexOf(true);
  assert.ok(first >= 0 && denying.slice(first).every(Boolean), denying.join());
  return first + 1;
}

test('the words are equally rare', () => {
  assert.ok(WORDS.length >= 14, String(WORDS.length));
});

test("a sentence affirms what a claim denies if it has seven tenths of the claim's words", () => {
  const sharing = (count: number) =>
    denies(`The not ${some(0, 10)}.`, `The ${some(0, count)} ${some(12, 14)}.`);
  assert.equal(leastFor(sharing, 10), 7);
  assert.equal(sharing(6), 'nothing, missing');
});

test('a denial of two words of a claim counts if its sentence has a quarter of the claim', () => {
  const sharing = (claimed: number) =>
    denies(`The ${some(0, claimed)}.`, `The not ${some(0, 2)} ${some(12, 14)}.`);
  assert.deepEqual([sharing(8), sharing(9)], ['negation, missing', 'nothing']);
});

test('the two words may have one between them in the claim, not two, and keep their order', () => {
  const [first, second, between, other] = WORDS;
  const source = `The not ${first} ${second} ${some(12, 14)}.`;
  assert.equal(denies(`The ${first} ${second} ${other}.`, source), 'negation, missing');
  assert.equal(denies(`The ${first} ${between} ${second}.`, source), 'negation, missing');
  assert.equal(denies(`The ${first} ${between} ${other} ${second}.`, source), 'nothing');
});

test('an empty claim is denied by nothing', () => {
  assert.equal(denies('', `The not ${some(0, 4)}.`), 'nothing');
  assert.equal(denies('12 34', `The not ${some(0, 4)} 12 34.`), 'nothing');
});
