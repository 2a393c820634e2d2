import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from './html-tree.ts';

test('a page of more elements than any page of results has is given up', () => {
  assert.notEqual(parseHtml('<p>a'.repeat(20_000)), null);
  assert.equal(parseHtml('<p>'.repeat(60_000)), null);
  assert.equal(parseHtml('a&amp;'.repeat(60_000)), null);
});

test('a page that nests without end is given up', () => {
  assert.equal(parseHtml('<b>'.repeat(1_000)), null);
});
