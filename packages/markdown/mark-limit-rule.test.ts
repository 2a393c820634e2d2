import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '../../src/render/render.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { openingBrackets } from './markdown.ts';

const htmlOf = (markdown: string) => render(markdown, [], 'en').html;

test('finds the brackets that are closed, and not those that contain too many levels', () => {
  assert.deepEqual([...openingBrackets('a [b] [c \\[ [d]] [e')].sort(), [12, 2, 6]);
  assert.equal(openingBrackets('['.repeat(50) + ']'.repeat(50)).size, 8);
});

test('takes linear time for brackets that are never closed', async () => {
  await assertProportional((brackets) => htmlOf('[a'.repeat(brackets)), 20_000);
});

test('limits apply from the forty-first bracket and the thousand and first mark on', () => {
  const open = (brackets: number) => htmlOf(`${'[a '.repeat(brackets)}[b](http://b.example)`);
  for (const brackets of [39, 40, 41]) {
    const html = open(brackets);
    assert.equal(html.match(/<a /g)?.length, 1, String(brackets));
    assert.equal(html.match(/\[a/g)?.length, brackets);
  }
  assert.match(htmlOf(`${'[a '.repeat(41)}[*b*`), /\[<em>b<\/em>/);
  const marks = (count: number) =>
    htmlOf(`${'*a* '.repeat(count)}b [c](http://c.example) ![d](http://d.example)`);
  assert.match(marks(499), />c<\/a> d/);
  assert.doesNotMatch(marks(500), />c</);
  assert.match(marks(500), /b \[c\]\(.*\) !\[d\]\(/);
});

test('after the limit all text stays, with its escapes and entities', () => {
  const html = htmlOf(`${'*a* '.repeat(500)}*b* \\*c &amp; <d> [e] _f_ ~~g~~\nh`);
  assert.match(html, /\*b\* \*c &amp; &lt;d&gt; \[e\] _f_ ~~g~~\nh/);
  assert.equal(html.match(/<em>/g)?.length, 500);
});
