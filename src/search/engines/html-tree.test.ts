import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementsIn, parseMarkup, textIn } from './html-tree.ts';

const parseHtml = (html: string) => parseMarkup(html, 'html');

test('a page with more elements than any result page is given up', async () => {
  assert.notEqual(await parseHtml('<p>a'.repeat(12_000)), null);
  assert.equal(await parseHtml('<p>'.repeat(32_000)), null);
  assert.equal(await parseHtml('a&amp;'.repeat(16_000)), null);
  assert.equal(await parseHtml(`<p ${Array.from({ length: 60_000 }, (_, at) => `a${at}`).join(' ')}>`), null);
});

test('a page with more text than any result page is given up', async () => {
  assert.notEqual(await parseHtml('a'.repeat(400_000)), null);
  assert.equal(await parseHtml('a'.repeat(600_000)), null);
});

test('other tasks run while a large page is parsed, and its text stays whole', async () => {
  let turns = 0;
  let isOver = false;
  const tick = () => {
    turns++;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await parseHtml('&'.repeat(2_000_000));
  isOver = true;
  assert.ok(turns >= 25, `${turns} turns`);
  const page = await parseHtml(`<p>${'é&amp;&lt;'.repeat(8_000)}</p>`);
  const [paragraph] = elementsIn(page, 'p');
  assert.equal(paragraph && textIn(paragraph), 'é&<'.repeat(8_000));
});

test('of nested elements that match, only the outermost is found', async () => {
  const page = await parseHtml(
    `${'<div class="result">'.repeat(100)}<a>x</a>${'</div>'.repeat(100)}<div class="result">`,
  );
  assert.ok(page);
  const results = elementsIn(page, 'div.result');
  assert.equal(results.length, 2);
  assert.deepEqual(
    results.map((one) => elementsIn(one, 'a').length),
    [1, 0],
  );
});
