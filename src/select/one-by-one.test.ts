import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRelevance } from '../core/relevance.ts';
import { rank } from './rank.ts';

/** The sentences of one page in the order of their worth. */
function orderOf(query: string, sentences: readonly string[]): number[] {
  const relevance = createRelevance(query);
  const units = sentences.map((sentence) => relevance.match(sentence));
  const ranking = rank([{ title: relevance.match(''), units }], relevance.weights(units));
  return ranking.windows.map(({ from }) => from);
}

const FILLER = ['Nothing here.', 'Nor here.', 'Still nothing.'];

test('ranks a new part of the claim before one that was covered', () => {
  const sentences = [
    'The park has canoes and canoes.',
    ...FILLER,
    'Canoes are kept in the park.',
    ...FILLER,
    'Fishing is allowed in the park.',
    ...FILLER,
  ];
  const order = orderOf('The park has canoes and fishing', sentences);
  assert.ok(order.indexOf(8) < order.indexOf(4), order.join());
});

test('keeps units next to a word of the question, and no others', () => {
  const order = orderOf('canoes', [...FILLER, ...FILLER, 'Canoes.', ...FILLER, ...FILLER]);
  assert.equal(order[0], 6);
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    [4, 5, 6, 7, 8],
  );
});
