import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeHits } from './merge-hits.ts';

const SNIPPET = 'The axolotl is a salamander that keeps its gills for life.';
const hit = (url: string, title = url, snippet = '') => ({ url, title, snippet });
const merged = (...lists: string[][]) =>
  mergeHits(
    lists.map((list) => list.map((url) => hit(url))),
    5,
  ).map(({ url }) => url);

test('keeps the order of the first list, followed by the others', () => {
  assert.deepEqual(merged(['https://b.test/', 'https://a.test/'], ['https://d.test/', 'https://c.test/']), [
    'https://b.test/',
    'https://a.test/',
    'https://d.test/',
    'https://c.test/',
  ]);
});

test('counts a page that both found once, whatever its URL', () => {
  assert.deepEqual(
    merged(
      ['https://www.a.test/x'],
      ['http://a.test/x/?utm_source=b', 'https://m.a.test/x', 'https://a.test/y'],
    ),
    ['https://www.a.test/x', 'https://a.test/y'],
  );
});

test('counts equal text on two hosts once', () => {
  const lists = [
    [hit('https://wiki.test/axolotl', 'Axolotl', SNIPPET)],
    [hit('https://copy.test/axolotl', 'Axolotl', SNIPPET), hit('https://copy.test/', 'Home', SNIPPET)],
  ];
  assert.deepEqual(
    mergeHits(lists, 5).map(({ url }) => url),
    ['https://wiki.test/axolotl', 'https://copy.test/'],
  );
});

test('keeps to the limit', () => {
  const list = Array.from({ length: 4 }, (_, i) => `https://a${i}.test/`);
  assert.equal(
    merged(
      list,
      list.map((url) => `${url}b`),
    ).length,
    5,
  );
});
