import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from './html-tree.ts';
import { pathToMain } from './main-part.ts';
import { toPart } from './part.ts';

/** The path to the article: the id of each element on it, or its tag if it has no id. */
function way(html: string): string {
  const page = toPart(parseHtml(html), () => false);
  return pathToMain(page)
    .map(({ tag, attributes }) => attributes.id ?? tag)
    .filter((name) => !['', 'html', 'body'].includes(name))
    .join(' ');
}

/** A paragraph with this many characters of prose. */
const p = (chars: number) => `<p>${'a'.repeat(chars)}</p>`;
const box = (id: string, inside: string, attributes = '') => `<div id=${id} ${attributes}>${inside}</div>`;

test('the path leads through every element that has at least four fifths of the prose', () => {
  assert.equal(way(box('a', box('b', p(80) + p(80)) + box('c', p(40)))), 'a b');
  assert.equal(way(box('a', box('b', p(79) + p(80)) + box('c', p(41)))), 'a');
  assert.equal(way(box('a', box('b', p(100)) + box('c', p(100)))), 'a');
  assert.equal(way(box('a', 'short')), '');
});

test('an element that declares itself the article needs two fifths', () => {
  const beside = (chars: number) => box('c', p(chars), 'class=x');
  const named = 'class=article-body';
  assert.equal(way(box('a', beside(60) + box('b', p(40), named))), 'a');
  assert.equal(way(box('a', beside(59) + box('b', p(60), named))), 'a b');
  assert.equal(way(box('a', beside(59) + box('b', p(60), 'role=main'))), 'a b');
  assert.equal(way(box('a', `<main id=b>${p(60)}</main>${beside(90)}`)), 'a b');
  assert.equal(way(box('a', `<main id=b>${p(60)}</main>${beside(89)}${p(40)}`)), 'a');
  assert.equal(way(box('a', `${beside(91)}<main id=b>${p(60)}</main>`)), 'a');
});

test('prose in an article weighs half as much again when the largest child is chosen', () => {
  const article = (chars: number, attributes = '') => `<article id=b ${attributes}>${p(chars)}</article>`;
  assert.equal(way(box('a', box('c', p(100)) + article(70))), 'a b');
  assert.equal(way(box('a', box('c', p(100)) + article(66))), 'a');
  assert.equal(way(box('a', box('c', p(100), 'class=x') + box('b', p(70), 'role=article'))), 'a b');
});

test('an element that is part of the text, or mostly links, does not contain the article', () => {
  for (const tag of ['p', 'li', 'td', 'blockquote', 'dd', 'pre'])
    assert.equal(way(box('a', `<${tag} id=b>${'a'.repeat(90)}</${tag}>`)), 'a', tag);
  const links = (chars: number) => `<a href=x>${'b'.repeat(chars)}</a>`;
  assert.equal(way(box('a', box('b', p(80) + links(120)))), 'a b');
  assert.equal(way(box('a', `${box('b', p(80) + links(121))}${p(10)}`)), 'a');
});

test('named boxes within the text, or several alike, are not the article', () => {
  const named = box('b', p(100), 'class=story');
  assert.equal(way(box('a', p(30) + box('c', p(50)) + named)), 'a b');
  assert.equal(way(box('a', p(60) + box('c', p(50)) + named)), 'a');
  assert.equal(way(box('a', box('c', p(60), 'class=story') + named)), 'a');
  assert.equal(way(box('a', box('c', p(60), 'class=other') + named)), 'a b');
  assert.equal(way(box('a', `<div class=story>menu</div>${box('c', p(60))}${named}`)), 'a b');
});

test('inside an article, only a named element continues the path', () => {
  const inArticle = (attributes: string) =>
    `<article id=a>${box('b', p(200), attributes)}${box('c', p(40))}</article>`;
  assert.equal(way(inArticle('')), 'a');
  assert.equal(way(inArticle('class=post-body')), 'a b');
});
