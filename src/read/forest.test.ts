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

test('a block is judged together with similar blocks', () => {
  const view = viewOf(`<div>${`<p class="a">${LINE}</p>`.repeat(3)}<p class="b">${LINE}</p></div>`);
  const [first = 0, second = 0, doubtful = 0, other = 0] = toChances(view, [3, 3, -1, -1]);
  assert.ok(Math.abs(first - second) < 1e-9);
  assert.ok(doubtful > 0.5, `${doubtful}`);
  assert.ok(other < 0.5, `${other}`);
});

test('a score without bounds does not decide for all similar blocks', () => {
  const view = viewOf(`<p>${LINE}</p>`.repeat(5));
  for (const chance of toChances(view, [4, 4, 4, 4, -1e9]).slice(0, 4)) assert.ok(chance > 0.9, `${chance}`);
});

test('every block has a chance between 0 and 1', () => {
  const view = viewOf(`<nav><a href="/">Home</a></nav><h1>A</h1>${`<p>${LINE}</p>`.repeat(4)}<p>© 2024</p>`);
  const chances = chancesOf(view);
  assert.equal(chances.length, view.blocks.length);
  for (const chance of chances) assert.ok(chance > 0 && chance < 1);
});

test("the chance is that of the mean of a block's own score and the weighted score of its path", () => {
  const [short, long] = [`${LINE.slice(0, 49)}.`, `${'a'.repeat(450)}.`];
  const view = viewOf(
    `<div><p class="a">${short}</p><p class="a">${long}</p><p class="b">${short}</p></div>`,
  );
  assert.deepEqual(
    view.blocks.map(({ chars }) => chars),
    [50, 451, 50],
  );
  const chanceOf = (mean: number) => 1 / (1 + Math.exp(-mean));
  const path = (51 * 2 + 301 * -1) / (51 + 301);
  const chances = toChances(view, [2, -1, -9]);
  const expected = [(2 + path) / 2, (-1 + path) / 2, -4].map(chanceOf);
  for (const [at, chance] of chances.entries())
    assert.ok(Math.abs(chance - (expected[at] ?? 0)) < 1e-9, `${at}: ${chance}`);
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
