import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_TRAITS } from './block-traits.ts';
import { holdsNoBlock } from './boilerplate.ts';
import { parseHtml } from './html-tree.ts';
import { NAME_LINES } from './name-words.ts';
import { type PageView, viewPage } from './page-view.ts';
import { toPart } from './part.ts';
import { KINDS } from './placed-blocks.ts';
import { createTraitRows } from './trait-rows.ts';

const LINE = 'The harbour was built in 1887, and it has been widened twice since, at the cost of the town.';
const PAGE = `<header><a href="/">Home</a></header>
<main><article><h1>The Harbour</h1><p>${LINE}</p><div><p>It costs $5 and <b>more</b>…</p>
<p>${LINE} <a href="/x">See it</a></p>
<ul><li><a href="/1">One, two. </a></li><li><a href="/2">Three | Four</a></li></ul></div></article>
<aside class="related"><h3>Related articles</h3><p class="related"><a href="/3">Read more about it</a></p>
<p>© 2024 Town</p><p>Home</p></aside></main>`;

const viewOf = (html: string, types: readonly string[] = []): PageView =>
  viewPage(toPart(parseHtml(html), holdsNoBlock), types);

const ROWS = createTraitRows(BLOCK_TRAITS);

/** A trait of every block, to three decimals. */
function traitOf(name: string, view = viewOf(PAGE)): readonly number[] {
  const position = ROWS.positions.get(name) ?? assert.fail(`no trait "${name}"`);
  const { values, width } = ROWS.measure(view);
  return view.blocks.map((_, at) => Math.round(1000 * (values[at * width + position] ?? 0)) / 1000);
}

/** One line for each trait: its values for the blocks of the page, in their order. */
const VALUES = `
characters: 2.25 3.5 6.5 4.5 6.75 3.25 3.75 4 4.25 3.5 2.25
words: 1 1.5 4.25 2.5 4.5 1.5 2 1.5 2.25 2 1
link share: 1 0 0 0 0.061 1 1 0 1 0 0
tag: 0 6 1 1 1 3 3 8 1 1 1
ends like a sentence: 0 0 1 1 0 1 0 0 0 0 0
stops: 0 0 1.087 0 1.01 11.111 0 0 0 0 0
capitals: 0.25 0.182 0.011 0.048 0.02 0.111 0.167 0.063 0.056 0.091 0.25
leads elsewhere: 0 0 0 0 0 0 0 1 1 1 0
is under a line that leads elsewhere: 0 0 0 0 0 0 0 0 1 1 1
share repeated earlier: 0 0 0 0 0.8 0 0 0 0 0 0
times on the page: 2 1 1 1 1 1 1 1 1 1 2
position among blocks: 0 0.091 0.182 0.273 0.364 0.455 0.545 0.636 0.727 0.818 0.909
blocks after the headline: -1 0 1 2 3 4 5 6 7 8 9
blocks outside the main part: -1 0 0 0 0 0 0 1 2 3 4
stays without boxes: 0 1 1 1 1 0 0 0 0 0 0
elements off the way to the main part: 2 0 0 0 0 0 0 1 1 1 1
is in the main part: 0 1 1 1 1 1 1 0 0 0 0
names around of boilerplate: 0 0 0 0 0 0 0 2 2 2 2
own name of boilerplate: 0 0 0 0 0 0 0 0 1 0 0
depth: 1 3 3 4 4 5 5 3 3 3 3
twins: 1 1 1 1.5 1.5 1.5 1.5 1 1 1.5 1.5
most twins: 1 1 1 1.5 1.5 1.5 1.5 1 1 1.5 1.5
levels to most twins: 1 3 3 0 0 0 0 3 3 0 0
characters of a twin: 8.25 8.25 8.25 4.5 6.75 3.25 3.75 8.25 8.25 3.5 2.25
link share of a twin: 0.166 0.166 0.166 0 0.061 1 1 0.166 0.166 0 0
share of all twins: 0.993 0.993 0.993 0.135 0.66 0.061 0.081 0.993 0.993 0.074 0.027
blocks of its path: 1 1 1 1.5 1.5 1.5 1.5 1 1 1.5 1.5
share of its path: 0.013 0.037 0.31 0.404 0.404 0.071 0.071 0.054 0.061 0.051 0.051
link share of its path: 1 0 0 0.05 0.05 1 1 0 1 0 0
mean length in its path: 2.25 3.5 6.5 6 6 3.5 3.5 4 4.25 3 3
characters, level 0: 2.25 3.5 6.5 4.5 6.75 3.25 3.75 4 4.25 3.5 2.25
link share, level 0: 1 0 0 0 0.061 1 1 0 1 0 0
prose share, level 0: 0 0 1 0 0.939 0 0 0 0 0 0
share of the prose, level 0: 0 0 0.5 0 0.5 0 0 0 0 0 0
characters, level 1: 8.25 8 8 7.25 7.25 4.5 4.5 5.75 5.75 5.75 5.75
link share, level 1: 0.166 0.112 0.112 0.194 0.194 1 1 0.367 0.367 0.367 0.367
prose share, level 1: 0.624 0.76 0.76 0.662 0.662 0 0 0 0 0 0
share of the prose, level 1: 1 1 1 0.5 0.5 0 0 0 0 0 0
characters, level 2: -1 8.25 8.25 8 8 7.25 7.25 8.25 8.25 8.25 8.25
link share, level 2: -1 0.155 0.155 0.112 0.112 0.194 0.194 0.155 0.155 0.155 0.155
prose share, level 2: -1 0.632 0.632 0.76 0.76 0.662 0.662 0.632 0.632 0.632 0.632
share of the prose, level 2: -1 1 1 1 1 0.5 0.5 1 1 1 1
characters, level 3: -1 8.25 8.25 8.25 8.25 8 8 8.25 8.25 8.25 8.25
link share, level 3: -1 0.166 0.166 0.155 0.155 0.112 0.112 0.166 0.166 0.166 0.166
prose share, level 3: -1 0.624 0.624 0.632 0.632 0.76 0.76 0.624 0.624 0.624 0.624
share of the prose, level 3: -1 1 1 1 1 1 1 1 1 1 1
`;

test('each trait of the text and the place of a block measures what its name says', () => {
  const lines = VALUES.trim().split('\n');
  const measured = lines
    .map((line) => line.replace(/:.*/, ''))
    .map((name) => `${name}: ${traitOf(name).join(' ')}`);
  assert.deepEqual(measured, lines);
});

test('a trait of a neighbour is that of the block there, and -1 where there is none', () => {
  const traits = {
    characters: 'characters',
    stays: 'stays without boxes',
    'off the way': 'elements off the way to the main part',
  };
  for (const [name, own] of Object.entries(traits))
    for (const offset of [-1, 1, 2]) {
      const values = traitOf(own);
      assert.deepEqual(
        traitOf(`${name} at ${offset}`),
        values.map((_, at) => values[at + offset] ?? -1),
        `${name} at ${offset}`,
      );
    }
});

test('a trait of a range sums up the blocks there without the block itself', () => {
  const { blocks } = viewOf(PAGE);
  const log = (number: number) => Math.round(Math.log2(1 + number) * 4) / 4;
  for (const [from, to] of [
    [-4, -1],
    [1, 4],
    [-10, 10],
  ] as const) {
    const around = blocks.map((_, at) =>
      blocks.filter((_, other) => other !== at && other >= at + from && other <= at + to),
    );
    const expect = (name: string, of: (near: typeof blocks) => number) =>
      assert.deepEqual(
        traitOf(`${name} from ${from} to ${to}`),
        around.map((near) => Math.round(1000 * of(near)) / 1000),
        name,
      );
    const sum = (near: typeof blocks, of: (block: (typeof blocks)[number]) => number) =>
      near.reduce((all, block) => all + of(block), 0);
    const chars = (near: typeof blocks) => sum(near, (block) => block.chars);
    expect('characters', (near) => log(chars(near)));
    expect('link share', (near) => sum(near, (block) => block.chars * block.linkShare) / (chars(near) || 1));
    expect('staying', (near) => near.filter(({ stays }) => stays).length / (near.length || 1));
    expect('sentences', (near) => near.filter(({ isEnded, chars: length }) => isEnded && length > 60).length);
  }
});

test('a trait of the page is the same for all its blocks', () => {
  for (const [name, value] of Object.entries({
    'characters of the page': 8.25,
    'link share of the page': 0.165,
    'prose share of the page': 0.624,
    'blocks of the page': 3.5,
    'longest block of the page': 0.333,
    'main part of the page': 0.822,
    'largest path of the page': 0.404,
    'articles of the page': 1,
    'most twins of the page': 1.5,
  }))
    assert.deepEqual([name, [...new Set(traitOf(name))]], [name, [value]]);
});

test('a page is about a product if it declares one', () => {
  for (const [type, isProduct] of Object.entries({ product: 1, offer: 1, newsarticle: 0 }))
    assert.deepEqual(traitOf('declared as product', viewOf(`<p>${LINE}</p>`, [type])), [isProduct], type);
});

test('a block is in every kind of element around it, by tag, role or property', () => {
  for (const names of KINDS)
    for (const name of names) {
      const view = viewOf(
        `<div><div role="${name}"><p>${LINE}</p></div>
<div itemprop="${name}"><p>${LINE}</p></div><p>${LINE}</p></div>`,
      );
      const expected = names[0] === 'p' ? [1, 1, 1] : [1, 1, 0];
      const found = traitOf(`in ${names[0]}`, view);
      assert.deepEqual(found.slice(-expected.length), expected.slice(-found.length), name);
    }
});

test('a name counts nearby within two elements above the block or in it, around at any distance', () => {
  for (const [at, line] of NAME_LINES.entries()) {
    const [word = ''] = line.split(' ', 1);
    const view = viewOf(
      `<div class="${word}"><div><div><p>${LINE}</p><div><p>${LINE}</p></div></div></div></div>
<p><b class="${word}">${LINE}</b></p>`,
    );
    const [around, nearby] = [traitOf(`name around: ${word}`, view), traitOf(`name nearby: ${word}`, view)];
    const expected =
      view.blocks.length === 3
        ? [
            [1, 1, 0],
            [0, 0, 1],
          ]
        : [[0], [1]];
    assert.deepEqual([around, nearby], expected, `${at} ${word}`);
  }
});

test('a line break is a space inside a block, and two of them end it', () => {
  const { blocks } = viewOf('<p>a<br>b<br>c<br><br>d</p>');
  assert.deepEqual(
    blocks.map(({ text }) => text),
    ['a b c', 'd'],
  );
});
