import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMirrorFilter } from './merge-hits.ts';

const SNIPPET = 'The axolotl is a salamander that keeps its gills for life.';

/** The hits that remain. */
function kept(...hits: readonly [url: string, title: string, snippet: string][]): string[] {
  const isMirror = createMirrorFilter();
  return hits.flatMap(([url, title, snippet]) => (isMirror({ url, title, snippet }) ? [] : [url]));
}

test('recognizes a page copied by another host', () => {
  assert.deepEqual(kept(['https://a.test/', 'Axolotl', SNIPPET], ['https://b.test/', 'Axolotl', SNIPPET]), [
    'https://a.test/',
  ]);
});

test('keeps pages of one host, with other titles or little text', () => {
  const pages: [string, string, string][] = [
    ['https://a.test/1', 'Axolotl', SNIPPET],
    ['https://a.test/2', 'Axolotl', SNIPPET],
    ['https://b.test/', 'Axolotls', SNIPPET],
    ['https://c.test/', 'Axolotl', 'No description.'],
    ['https://d.test/', 'Axolotl', 'No description.'],
  ];
  assert.deepEqual(
    kept(...pages),
    pages.map(([url]) => url),
  );
});
