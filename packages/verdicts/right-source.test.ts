import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRightSource } from './find-quotes.ts';
import type { EvidenceSource } from './source-index.ts';

function sourcesOf(...texts: readonly string[]): readonly EvidenceSource[] {
  return texts.map((text, at) => ({
    ...{ index: at + 1, title: '' },
    passages: [{ text, from: 0, to: text.length }],
  }));
}

const GILLS = 'The axolotl is a salamander that keeps its feathery gills for its whole life.';
const LAKES = 'Two lakes near Mexico City were once the home of many fishes, of which few are left today.';
const SOURCES = sourcesOf(GILLS, LAKES);
const CLAIM = 'The axolotl keeps its feathery gills for its whole life.';

test('a source that says nothing of the claim gives way to one that says it', () => {
  assert.equal(createRightSource(SOURCES, 'en')(CLAIM, 2), 1);
  assert.equal(createRightSource(SOURCES, 'en-GB')(CLAIM, 2), 1);
});

test('a right citation stays, and so does one that no other source can replace', () => {
  const right = createRightSource(SOURCES, 'en');
  assert.equal(right(CLAIM, 1), 1);
  assert.equal(right('Bananas grow on tall purple trees in Iceland.', 2), 2);
  assert.equal(right('The axolotl keeps its feathery gills for 12 years.', 2), 2, 'a number is missing');
  assert.equal(right('Gills, then.', 2), 2, 'too short');
});

test('a source in another language is not doubted, and neither is an answer that is not judged', () => {
  const german =
    'Der Axolotl ist ein Salamander, der seine Kiemen für das ganze Leben behält und nie verliert.';
  assert.equal(createRightSource(sourcesOf(GILLS, german), 'en')(CLAIM, 2), 2);
  assert.equal(createRightSource(SOURCES, 'ru')(CLAIM, 2), 2);
});

test('takes little time for a claim of a thousand words that is cited a thousand times', () => {
  const many = (from: number) => Array.from({ length: 1000 }, (_, at) => `word${from + at}`).join(' ');
  const right = createRightSource(sourcesOf(...Array.from({ length: 10 }, () => many(0))), 'en');
  const claim = many(5000);
  const started = process.cpuUsage();
  for (let cited = 0; cited < 1000; cited++) assert.equal(right(claim, 1 + (cited % 10)), 1 + (cited % 10));
  const { user, system } = process.cpuUsage(started);
  // This takes about 10 ms; searching for the words again for each citation took many seconds.
  assert.ok(user + system < 1_000_000);
});

test('data about one claim are not used for the next one', () => {
  const right = createRightSource(SOURCES, 'en');
  assert.equal(right(CLAIM, 2), 1);
  assert.equal(right('Two lakes near Mexico City were once the home of many fishes.', 2), 2);
  assert.equal(right(CLAIM, 2), 1);
});

test('of one answer, only so many claims are compared; citations after them stay', () => {
  const right = createRightSource(SOURCES, 'en');
  const found = Array.from({ length: 400 }, () => [right(CLAIM, 2), right(`${CLAIM} Yes.`, 2)]).flat();
  const moved = found.lastIndexOf(1) + 1;
  assert.ok(moved >= 100 && moved < 400, `${moved}`);
  assert.ok(found.slice(moved).every((cited) => cited === 2));
});
