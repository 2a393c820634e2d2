import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScoredPage } from './score.ts';
import { toPlainWords } from './terms.ts';
import { createMarginalRelevance } from './worth.ts';

/**
 * The worth on a page of equally relevant sentences; each has its text and the counts of the question's
 * terms.
 */
function worthOf(
  question: string,
  sentences: readonly (readonly [text: string, counts: readonly number[]])[],
) {
  const page: ScoredPage = {
    sentences: sentences.map(([text], at) => ({
      text,
      from: at,
      to: at + 1,
      tokens: 1,
      words: toPlainWords(text),
    })),
    matches: sentences.map(([text, counts]) => ({ counts, wordCount: text.split(' ').length })),
    scores: new Float64Array(sentences.length).fill(1),
    titleTokens: 0,
  };
  const worth = createMarginalRelevance([page], question, [1, 3]);
  const now = () => sentences.map((_, at) => Number(worth.now(0, at).toFixed(4)));
  return {
    now,
    most: () => sentences.map((_, at) => worth.most(0, at)),
    select: (at: number) => worth.select(0, at),
  };
}

test('a sentence is worth half more if all its terms are new, and less for each earlier use of them', () => {
  const { now, select } = worthOf('is it so', [
    ['a', [1, 0]],
    ['b', [0, 2]],
    ['c', [1, 1]],
    ['d', [0, 0]],
  ]);
  assert.deepEqual(now(), [1.5, 1.5, 1.5, 1]);
  select(0);
  // The second term weighs three times as much.
  assert.deepEqual(now(), [1.25, 1.5, 1.4375, 1]);
  select(2);
  assert.deepEqual(now(), [1.1667, 1.25, 1.2292, 1]);
});

test('new names and numbers raise its worth, more so if the question asks for one, up to a maximum', () => {
  const sentences = [
    ['then came nobody', [0, 0]],
    ['then came Anna', [0, 0]],
    ['then came 12', [0, 0]],
    ['then came Anna and Bert and 12', [0, 0]],
  ] as const;
  const rich = (names: number) => Number((1 + (0.4 * names) / (names + 3)).toFixed(4));
  assert.deepEqual(worthOf('is it so', sentences).now(), [1, rich(1), rich(1), rich(3)]);
  assert.deepEqual(worthOf('who came', sentences).now(), [1, rich(1) + 0.2, rich(1) + 0.2, rich(3) + 0.2]);
  assert.deepEqual(worthOf('how many came', sentences).now(), [1, rich(1), rich(1) + 0.2, rich(3) + 0.2]);
  assert.deepEqual(worthOf('is Anna here', sentences).now(), [1, 1, rich(1), rich(2)]);
  const said = worthOf('is it so', sentences);
  said.select(1);
  assert.deepEqual(said.now(), [1, rich(1 / 2), rich(1), rich(2.5)]);
  for (const [at, most] of said.most().entries()) assert.ok((said.now()[at] ?? 0) <= most);
});
