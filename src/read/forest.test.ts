import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsNoBlock } from './boilerplate.ts';
import { chancesOf, toChances } from './forest.ts';
import { parseHtml } from './html-tree.ts';
import { viewPage } from './page-view.ts';
import { toPart } from './part.ts';

const viewOf = (html: string) =>
  viewPage(toPart(parseHtml(html), holdsNoBlock), { title: '', description: null, types: [] });
const LINE = 'The harbour was built in 1887 and has been widened twice since, at the cost of the town.';

test('a block is judged together with the blocks that are made alike', () => {
  const view = viewOf(`<div>${`<p class="a">${LINE}</p>`.repeat(3)}<p class="b">${LINE}</p></div>`);
  const [first = 0, second = 0, doubtful = 0, other = 0] = toChances(view, [3, 3, -1, -1]);
  assert.ok(Math.abs(first - second) < 1e-9);
  assert.ok(doubtful > 0.5, `${doubtful}`);
  assert.ok(other < 0.5, `${other}`);
});

test('a score without bounds does not decide for all blocks that are made alike', () => {
  const view = viewOf(`<p>${LINE}</p>`.repeat(5));
  for (const chance of toChances(view, [4, 4, 4, 4, -1e9]).slice(0, 4)) assert.ok(chance > 0.9, `${chance}`);
});

test('every block has a chance between 0 and 1', () => {
  const view = viewOf(`<nav><a href="/">Home</a></nav><h1>A</h1>${`<p>${LINE}</p>`.repeat(4)}<p>© 2024</p>`);
  const chances = chancesOf(view);
  assert.equal(chances.length, view.blocks.length);
  for (const chance of chances) assert.ok(chance > 0 && chance < 1);
});
