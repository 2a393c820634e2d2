import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose, voices } from './choose.ts';
import type { Ranking } from './rank.ts';
import type { Unit } from './units.ts';
import type { Window } from './window.ts';

/** A page of one unit for each text. */
const pageOf = (...texts: readonly string[]): readonly Unit[] =>
  texts.map((text) => ({ text, from: 0, to: text.length, tokens: 1, words: text.split(' ') }));
const windowOf = (page: number, from = 0, to = 1): Window => ({ page, from, to, score: 1 });
const rankingOf = (...windows: readonly Window[]) => ({ windows }) as unknown as Ranking;

const PAGES = ['a b c d e f g', 'h i j k l m n', 'o p q r s t u', 'v w x y z 1 2'].map((text) =>
  pageOf(text),
);

test('all pages become sources if there are no more than asked for', () => {
  assert.deepEqual(choose(PAGES, rankingOf(windowOf(2)), 4), [0, 1, 2, 3]);
  assert.deepEqual(choose(PAGES, rankingOf(), 5), [0, 1, 2, 3]);
});

test('the pages with the best windows are taken, in their original order', () => {
  assert.deepEqual(choose(PAGES, rankingOf(windowOf(3), windowOf(0), windowOf(1), windowOf(2)), 2), [0, 3]);
  assert.deepEqual(choose(PAGES, rankingOf(windowOf(2), windowOf(2), windowOf(1)), 2), [1, 2]);
});

test('pages without a word of the question fill the places that are left, the first ones first', () => {
  assert.deepEqual(choose(PAGES, rankingOf(windowOf(2)), 2), [0, 2]);
  assert.deepEqual(choose(PAGES, rankingOf(windowOf(2)), 3), [0, 1, 2]);
  assert.deepEqual(choose(PAGES, rankingOf(), 1), [0]);
});

test('a copy of a better page comes after every page with something new, but before silent ones', () => {
  const pages = [pageOf('a b c d e f g'), pageOf('a b c d e f g'), pageOf('h i j k l m n'), pageOf('x')];
  const ranking = rankingOf(windowOf(0), windowOf(1), windowOf(2));
  assert.deepEqual(choose(pages, ranking, 2), [0, 2]);
  assert.deepEqual(choose(pages, ranking, 3), [0, 1, 2]);
});

test('only the best window of a page speaks for it, with all of its units and no others', () => {
  const pages = [
    pageOf('a b c d', 'e f g h', 'i j k l'),
    pageOf('a b c d e f g h'),
    pageOf('e f g h i j k l'),
  ];
  const best = [windowOf(0, 0, 2), windowOf(1, 0, 1), windowOf(2, 0, 1)];
  const found = voices([...best, windowOf(1, 0, 1)], pages);
  assert.deepEqual(found, { own: [best[0], best[2]], repeating: [best[1]] });
});
