import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdsNoBlock } from './boilerplate.ts';
import { chanceOf, chancesOf } from './forest.ts';
import { parseHtml } from './html-tree.ts';
import { viewPage } from './page-view.ts';
import { toPart } from './part.ts';

const viewOf = (html: string) => viewPage(toPart(parseHtml(html), holdsNoBlock), []);
const LINE = 'The harbour was built in 1887 and has been widened twice since, at the cost of the town.';

test('a score of 0 is an even chance, and opposite scores have opposite chances', () => {
  assert.equal(chanceOf(0), 0.5);
  assert.ok(Math.abs(chanceOf(2) + chanceOf(-2) - 1) < 1e-9);
  assert.ok(chanceOf(1) > chanceOf(0.5));
});

test('every block has a chance between 0 and 1', () => {
  const view = viewOf(`<nav><a href="/">Home</a></nav><h1>A</h1>${`<p>${LINE}</p>`.repeat(4)}<p>© 2024</p>`);
  const chances = chancesOf(view);
  assert.equal(chances.length, view.blocks.length);
  for (const chance of chances) assert.ok(chance > 0 && chance < 1);
});

test('paragraphs of an article are likelier than a menu, and a hopeless block has the least chance', () => {
  const menu = `<ul>${'<li><a href="/x">Buy now</a></li>'.repeat(9)}</ul>`;
  const view = viewOf(`<nav>${menu}</nav><article>${`<p>${LINE} ${LINE}</p>`.repeat(6)}</article>`);
  const chances = chancesOf(view);
  const of = (tag: string) => chances.filter((_, at) => view.blocks[at]?.block.place.part.tag === tag);
  assert.ok(Math.min(...of('p')) > 0.5, `${of('p')}`);
  assert.ok(Math.max(...of('li')) < 0.1, `${of('li')}`);
  for (const chance of chances) assert.ok(chance >= 1 / (1 + Math.exp(4)) - 1e-9);
});
