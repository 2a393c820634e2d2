import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from './choose.ts';
import type { ScoredPage } from './score.ts';
import { toSentence } from './sentences.ts';

/** A page whose sentences have these scores. Only pages with the same name have words in common. */
function pageOf(name: string, ...scores: number[]): ScoredPage {
  const sentences = scores.map((_, at) => {
    const text = ['one', 'two', 'six', 'ten', 'few', 'all', 'any']
      .map((word) => `${name}${at}${word}`)
      .join(' ');
    return toSentence(text, 0, text.length);
  });
  return { sentences, matches: [], scores: Float64Array.from(scores), titleTokens: 0 };
}

const chosen = (pages: readonly ScoredPage[], count: number) => {
  const now = (page: number, at: number) => pages[page]?.scores[at] ?? 0;
  return choose(pages, { most: now, now, select: () => undefined }, count);
};

test('pages with the best three sentences are chosen, in their order', () => {
  const pages = [
    pageOf('a', 5, 0, 0),
    pageOf('b', 3, 3, 3),
    pageOf('c', 2, 2, 2, 2, 2, 2),
    pageOf('d', 4, 3),
  ];
  assert.deepEqual(chosen(pages, 1), [1]);
  assert.deepEqual(chosen(pages, 2), [1, 3]);
  assert.deepEqual(chosen(pages, 3), [1, 2, 3]);
});

test('a copy of a better page comes after every page with something new', () => {
  const pages = [pageOf('a', 5, 4), pageOf('a', 4, 3), pageOf('b', 1)];
  assert.deepEqual(chosen(pages, 2), [0, 2]);
});

test('a page without any term of the question comes last, in its order', () => {
  const pages = [pageOf('a', 0), pageOf('b', 1), pageOf('b', 0.5), pageOf('c', 0), pageOf('d', 0)];
  assert.deepEqual(chosen(pages, 3), [0, 1, 2]);
});

test('the first three equal sentences of a page count, one without words of the question does not', () => {
  const worth = (page: number, at: number) =>
    [
      [1, 9, 9, 9],
      [3, 3, 3, 0],
    ][page]?.[at] ?? 0;
  const equal = [pageOf('a', 1, 1, 1, 1), pageOf('b', 1, 1, 1, 0), pageOf('c', 0)];
  assert.deepEqual(choose(equal, { most: worth, now: worth, select: () => undefined }, 1), [0]);
  const last = (page: number, at: number) => (page === 0 && at < 3 ? 1 : page === 1 ? 2 : 9);
  assert.deepEqual(choose(equal, { most: last, now: last, select: () => undefined }, 1), [1]);
  // One repeated sentence among new ones does not make a page a copy.
  const [one, other] = [pageOf('a', 9), pageOf('a', 4, 3)];
  const mixed = {
    ...other,
    sentences: [one.sentences[0], pageOf('z', 1, 1).sentences[1]].flatMap((sentence) => sentence ?? []),
  };
  assert.deepEqual(chosen([one, mixed, pageOf('b', 1)], 2), [0, 1]);
});
