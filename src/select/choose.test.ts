import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from './choose.ts';
import type { ScoredPage } from './scored-page.ts';
import { toUnit } from './units.ts';

/** A page whose sentences have these scores and words of their own, or of another page. */
function pageOf(name: string, ...scores: number[]): ScoredPage {
  const units = scores.map((_, at) => {
    const text = ['one', 'two', 'six', 'ten', 'few', 'all', 'any']
      .map((word) => `${name}${at}${word}`)
      .join(' ');
    return toUnit(text, 0, text.length);
  });
  return { units, matches: [], scores: Float64Array.from(scores), titleTokens: 0 };
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

test('a page without anything of the question comes last, in its order', () => {
  const pages = [pageOf('a', 0), pageOf('b', 1), pageOf('b', 0.5), pageOf('c', 0), pageOf('d', 0)];
  assert.deepEqual(chosen(pages, 3), [0, 1, 2]);
});

test('few pages are all chosen', () => {
  assert.deepEqual(chosen([pageOf('a', 0), pageOf('b', 1)], 2), [0, 1]);
});
