import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationPositions } from '@sayso/markdown';
import type { Source } from '../../core/source.ts';
import { toUrlCitations, uniqueTitles, withCitations } from './url-citations.ts';

const SOURCES: readonly Source[] = ['A', 'B', 'C', 'D'].map((title, at) => ({
  ...{ index: at + 1, url: `https://${title.toLowerCase()}.example/`, title, snippet: '', passages: [] },
}));
const findPlaces = (text: string) => citationPositions(text, SOURCES.length);

/** The titles told with each piece of a text, and those told at its end. */
function toldBy(pieces: readonly string[], find = findPlaces) {
  const citations = withCitations(find);
  let text = '';
  const told = pieces.map((piece) => {
    text += piece;
    return citations.take(text, piece.length, SOURCES).map(({ title }) => title);
  });
  return [...told, citations.rest(text, SOURCES).map(({ title }) => title)];
}

test('a source is told with its first citation, after all sources with lower numbers, and once', () => {
  assert.deepEqual(toldBy(['It is [3]', '. And [1].', ' Also [3][', '4]. [2]']), [
    ['A', 'B', 'C'],
    [],
    [],
    ['D'],
    [],
  ]);
  assert.deepEqual(toldBy(['No source.']), [[], []]);
});

test('a number in code tells of no source, and many of them cost no more than a few searches', () => {
  assert.deepEqual(toldBy(['Use `a[2]`', ' here [1].']), [[], ['A'], []]);
  let searches = 0;
  const told = toldBy([...Array.from({ length: 500 }, () => '`a[2]` '), 'so [1].'], (text) => {
    searches++;
    return findPlaces(text);
  });
  assert.deepEqual(told.at(-1), ['A']);
  assert.ok(searches < 30, String(searches));
});

test('a source that is not cited has an empty place, and the whole text has the place of each', () => {
  const text = 'It is [3]. And [1]. And [3].';
  const places = toUrlCitations(text, SOURCES, { findPlaces }).map(({ title, start_index, end_index }) => [
    title,
    text.slice(start_index, end_index),
  ]);
  assert.deepEqual(places, [
    ['A', '[1]'],
    ['B', ''],
    ['C', '[3]'],
  ]);
});

test('titles become different from each other, and none is empty', () => {
  const home = (url: string, title = 'Home') => ({ title, url });
  assert.deepEqual(
    uniqueTitles([
      home('https://a.example/'),
      home('https://b.example/'),
      home('https://b.example/2'),
      home('https://c.example/', 'Home (b.example)'),
      home('https://d.example/', ' '),
    ]),
    ['Home', 'Home (b.example)', 'Home (b.example 2)', 'Home (b.example) (c.example)', 'https://d.example/'],
  );
});
