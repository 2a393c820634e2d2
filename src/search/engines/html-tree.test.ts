import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsIn, parseHtml, tagged } from './html-tree.ts';

test('a page with more elements than any result page is given up', () => {
  assert.notEqual(parseHtml('<p>a'.repeat(12_000)), null);
  assert.equal(parseHtml('<p>'.repeat(32_000)), null);
  assert.equal(parseHtml('a&amp;'.repeat(16_000)), null);
  assert.equal(parseHtml(`<p ${Array.from({ length: 60_000 }, (_, at) => `a${at}`).join(' ')}>`), null);
});

test('a page with endless nesting is given up', () => {
  assert.equal(parseHtml('<b>'.repeat(1_000)), null);
});

test('of nested elements that match, only the outermost is found, so that each part is searched once', () => {
  const page = parseHtml(
    `${'<div class="result">'.repeat(100)}<a>x</a>${'</div>'.repeat(100)}<div class="result">`,
  );
  assert.ok(page);
  const results = elementsIn(page, tagged('div', 'result'));
  assert.equal(results.length, 2);
  assert.deepEqual(
    results.map((one) => elementsIn(one, tagged('a')).length),
    [1, 0],
  );
});
