import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../test/support/proportional.ts';
import { render } from '../render/render.ts';
import { openingBrackets } from './mark-limit-rule.ts';

const htmlOf = (markdown: string) => render(markdown, [], 'en').html;

test('finds the brackets that are closed, and not those that hold too many levels', () => {
  assert.deepEqual([...openingBrackets('a [b] [c \\[ [d]] [e')].sort(), [12, 2, 6]);
  assert.equal(openingBrackets('['.repeat(50) + ']'.repeat(50)).size, 8);
});

test('leaves links as they are among hundreds of others', () => {
  const html = htmlOf('[a](http://a.example) `[` ![b [c](http://c.example)](http://b.example) '.repeat(200));
  assert.equal(html.match(/<a /g)?.length, 200);
});

test('shows marks as text where a paragraph holds thousands of them', () => {
  const html = htmlOf('*a* '.repeat(2000));
  assert.equal(html.match(/<em>/g)?.length, 500);
  assert.equal(html.match(/\*a\*/g)?.length, 1500);
});

test('takes linear time for brackets that are never closed', async () => {
  await assertProportional((brackets) => htmlOf('[a'.repeat(brackets)), 60_000);
});
