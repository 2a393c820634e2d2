import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockText } from './blocks.ts';
import { parseHtml } from './html-tree.ts';
import { linkShare, type Part, toPart, withChildren } from './part.ts';
import { placedBlocks } from './placed-blocks.ts';

const partOf = (html: string) => toPart(parseHtml(html), ({ attributes }) => attributes.class === 'no');
/** The first element with this tag in a page. */
function find(html: string, tag: string): Part {
  const parts = [partOf(html)];
  for (const part of parts) {
    if (part.tag === tag) return part;
    parts.push(...part.children.filter((child) => typeof child !== 'string'));
  }
  return assert.fail(`no ${tag}`);
}
const blocksOf = (html: string) =>
  placedBlocks(partOf(html)).map((block) => [block.tag, blockText(block, () => true)]);

test('text that is read as a unit is one block, with the tag of its element', () => {
  assert.deepEqual(
    blocksOf('<main>a <b>b</b>\n\n <i>c</i><p>d</p>e<h2>f</h2><ul><li>g<li>h<p>i</ul></main>'),
    [
      ['main', 'a b c'],
      ['p', 'd'],
      ['main', 'e'],
      ['h2', 'f'],
      ['li', 'g'],
      ['li', 'h'],
      ['p', 'i'],
    ],
  );
  assert.deepEqual(blocksOf('<p> </p><p><br></p><p class="no">left out</p>'), []);
});

test('a row is one block, and a line across the page separates blocks', () => {
  assert.deepEqual(blocksOf('<table><tr><th>a</th><td>b</td><td>c d</td></tr></table><hr><p>e</p>'), [
    ['tr', 'a b c d'],
    ['p', 'e'],
  ]);
});

test('lines stay lines in preformatted text, and two breaks begin a paragraph elsewhere', () => {
  assert.deepEqual(blocksOf('<pre>\n\n a  b \n\n  c<br>d<div>e  f</div></pre>'), [
    ['pre', ' a  b\n\n  c\nd'],
    ['div', 'e  f'],
  ]);
  assert.deepEqual(blocksOf('<p>a <br> b<br>\n<br>c<br></p>'), [
    ['p', 'a\nb'],
    ['p', 'c'],
  ]);
});

test('each block counts the characters of its links', () => {
  const blocks = placedBlocks(partOf('<p>ab <a href="x">cd e</a> <b><a href="y">f</a></b></p><p>g</p>'));
  assert.deepEqual(
    blocks.map((block) => [blockText(block, () => true), block.linkChars]),
    [
      ['ab cd e f', 5],
      ['g', 0],
    ],
  );
});

test('amounts of text count runs of white space once and not at the ends', () => {
  const counts = (html: string) => {
    const { chars, linkChars, ownChars, ownLinkChars } = find(html, 'div');
    return [chars, linkChars, ownChars, ownLinkChars];
  };
  assert.deepEqual(counts('<div> a \n\t b\u00a0 c </div>'), [5, 0, 5, 0]);
  assert.deepEqual(counts('<div> </div>'), [0, 0, 0, 0]);
  assert.deepEqual(counts('<div>ab<p>cd</p><b>ef</b></div>'), [6, 0, 4, 0]);
  assert.deepEqual(counts('<div>ab<a href="x">cde</a><p><a href="y">fg</a></p><a>h</a></div>'), [8, 5, 6, 3]);
});

test('prose is text of at least forty characters that is not mostly links', () => {
  const prose = (inside: string) => find(`<div>${inside}</div>`, 'div').proseChars;
  const [short, long] = ['a'.repeat(39), 'a'.repeat(40)];
  assert.equal(prose(`<p>${short}</p>`), 0);
  assert.equal(prose(`<p>${long}</p><p>${long}b</p>`), 81);
  assert.equal(prose(`<b>${long}</b>`), 40);
  assert.equal(prose(`<p>${'a'.repeat(20)}<a href="x">${'b'.repeat(20)}</a></p>`), 20);
  assert.equal(prose(`<p>${'a'.repeat(20)}<a href="x">${'b'.repeat(21)}</a></p>`), 0);
  assert.equal(prose(`<p>${'北'.repeat(13)}</p>`), 0);
  assert.equal(prose(`<p>${'北'.repeat(14)}</p>`), 42);
});

test('the share of links and the amounts of other children are those of what is there', () => {
  const part = find('<div>abc<a href="x">d</a></div>', 'div');
  assert.equal(linkShare(part), 0.25);
  assert.equal(linkShare(find('<div></div>', 'div')), 0);
  const emptied = withChildren(part, ['xy']);
  assert.deepEqual(
    [emptied.tag, emptied.chars, emptied.linkChars, emptied.element],
    ['div', 2, 0, part.element],
  );
});

test('a line break is a line end, and preformatted text keeps its spaces', () => {
  assert.deepEqual(blocksOf('<p>a  b<br>c</p><pre>a  b<br>c</pre>'), [
    ['p', 'a b\nc'],
    ['pre', 'a  b\nc'],
  ]);
});
