import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toText } from './blocks.ts';
import { parseHtml } from './html-tree.ts';
import { type Part, toPart } from './part.ts';
import { isLinkPopUp, withoutFrame, withoutLinkLists, withoutSurroundings } from './prune.ts';

const partOf = (html: string) => toPart(parseHtml(html), () => false);
const left = (prune: (page: Part) => Part, html: string) =>
  toText(prune(partOf(html)))
    .replaceAll(/a+/g, 'A')
    .replaceAll(/b+/g, 'B')
    .replaceAll('\n\n', ' ');
const p = (chars: number, letter = 'a') => `<p>${letter.repeat(chars)}</p>`;
const box = (name: string, inside: string) => `<div class=${name}>${inside}</div>`;

test('boilerplate is removed unless it has most of the prose; doubtful boilerplate more rarely', () => {
  const beside = (name: string, own: number, other: number) =>
    left(withoutSurroundings, box(name, p(own)) + p(other, 'b'));
  assert.equal(beside('sidebar', 650, 350), 'B');
  assert.equal(beside('sidebar', 651, 349), 'A B');
  assert.equal(beside('byline', 300, 700), 'B');
  assert.equal(beside('byline', 301, 699), 'A B');
  assert.equal(beside('plain', 50, 950), 'A B');
});

test('the frame is removed unless it has most of the prose or nothing else is left', () => {
  const nav = (own: number, other: number) =>
    left(withoutFrame, `<nav>${p(own)}</nav>${other === 0 ? '' : p(other, 'b')}`);
  assert.equal(nav(650, 350), 'B');
  assert.equal(nav(651, 349), 'A B');
  assert.equal(nav(9, 9), 'B');
  assert.equal(nav(9, 0), 'A');
  assert.equal(left(withoutFrame, `<div><footer>${p(50)}</footer>${p(100, 'b')}</div>`), 'B');
});

const link = (chars: number) => `<a href=x>${'a'.repeat(chars)}</a>`;

test('a box is a list of links if they are most of its text and more than its prose', () => {
  const beside = (inside: string) => left(withoutLinkLists, `${inside}${p(900, 'b')}`);
  assert.equal(beside(`<div>${link(51)} ${'c'.repeat(30)}</div>`), 'B');
  assert.match(beside(`<div>${link(30)} ${'c'.repeat(30)}</div>`), /c/);
  assert.match(beside(`<div>${link(60)}<p>${'c'.repeat(59)}</p></div>`), /B$/);
  assert.equal(beside(`<div>${link(60)}<p>${'c'.repeat(45)}</p></div>`), 'B');
  assert.match(beside(`<div><p>${link(49)}${'c'.repeat(51)}</p></div>`), /c.*B$/);
  assert.equal(beside('<div> </div>'), 'B');
});

test('a paragraph, heading or item goes only if nearly all of it is links', () => {
  const beside = (inside: string) => left(withoutLinkLists, `${inside}${p(900, 'b')}`);
  for (const tag of ['p', 'h1', 'h6', 'li']) {
    assert.equal(beside(`<${tag}>${link(91)}${'c'.repeat(9)}</${tag}>`), 'B', tag);
    assert.match(beside(`<${tag}>${link(90)}${'c'.repeat(10)}</${tag}>`), /^Ac+ B$/, tag);
  }
  assert.equal(beside(`<div><b>${link(30)}</b></div>`), 'B');
  assert.equal(beside(`<b>${link(30)}</b>`), 'A B');
});

test('a list of links stays if it has more than a fifth of the prose', () => {
  const html = (own: number) => `<div>${link(500)}<p>${'a'.repeat(own)}</p></div>${p(1000 - own, 'b')}`;
  assert.match(left(withoutLinkLists, html(201)), /^A/);
  assert.equal(left(withoutLinkLists, html(200)), 'B');
});

test('a box that opens on hover is a span of several links, longer than a link in a sentence', () => {
  const popUp = (inside: string, tag = 'span') => {
    const page = partOf(`<p><${tag} id=x>${inside}</${tag}></p>`);
    const parts = [page];
    for (const part of parts) parts.push(...part.children.filter((child) => typeof child !== 'string'));
    return isLinkPopUp(parts.find(({ attributes }) => attributes.id === 'x') ?? assert.fail());
  };
  assert.equal(popUp(link(27).repeat(3)), true);
  assert.equal(popUp(link(27).repeat(2) + link(26)), false);
  assert.equal(popUp(link(50).repeat(2)), false);
  assert.equal(popUp(link(27).repeat(3), 'b'), false);
  assert.equal(popUp(`${link(30).repeat(3)}${'c'.repeat(9)}`), true);
  assert.equal(popUp(`${link(30).repeat(3)}${'c'.repeat(10)}`), false);
});
