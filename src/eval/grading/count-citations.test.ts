import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../../core/source.ts';
import { countCitations } from './count-citations.ts';

const toSource = (text: string, at: number): Source => ({
  index: at + 1,
  title: 'Mill',
  url: `https://mill.test/${at}`,
  snippet: '',
  slot: 1,
  basis: 'page',
  passages: [{ text, from: 0, to: text.length }],
});
const MILLER = 'The old mill of Bergen was built by the miller Hans Petersen.';
const YEAR = 'The old mill of Bergen was built in 1870.';
const FOOD = 'Penguins eat fish, krill and squid in the southern ocean.';
const countIn = async (text: string, ...texts: readonly string[]) => {
  const count = await countCitations({ text, sources: texts.map(toSource), language: 'en' });
  return [count.statements, count.supportedAndCited, count.citations, count.rightCitations];
};

test('a citation is right if its source alone supports the statement', async () => {
  assert.deepEqual(await countIn(`${YEAR} [1]`, YEAR), [1, 1, 1, 1]);
  assert.deepEqual(await countIn(`${YEAR} [1][2]`, YEAR, `A guide says: ${YEAR}`), [1, 1, 2, 2]);
  assert.deepEqual(await countIn(`${YEAR} [1][2]`, YEAR, FOOD), [1, 1, 2, 1]);
});

test('two citations are right if the statement needs both', async () => {
  const both = 'The old mill of Bergen was built by the miller Hans Petersen in 1870.';
  assert.deepEqual(await countIn(`${both} [1]`, MILLER, YEAR), [1, 0, 1, 0]);
  assert.deepEqual(await countIn(`${both} [1][2]`, MILLER, YEAR), [1, 1, 2, 2]);
  assert.deepEqual(await countIn(`${both} [1][2][3]`, MILLER, YEAR, FOOD), [1, 1, 3, 2]);
});

test('only the cited sources count, and a repeated citation counts once', async () => {
  assert.deepEqual(await countIn(`${YEAR} [2]`, YEAR, FOOD), [1, 0, 1, 0]);
  assert.deepEqual(await countIn(YEAR, YEAR), [1, 0, 0, 0]);
  assert.deepEqual(await countIn(`${YEAR} [1][1]`, YEAR), [1, 1, 1, 1]);
  assert.deepEqual(await countIn('Was the mill built in 1870? [1]', YEAR), [0, 0, 0, 0]);
  assert.deepEqual(await countIn(''), [0, 0, 0, 0]);
});
