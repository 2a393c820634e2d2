import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../test/support/proportional.ts';
import { canonicalUrlIn, htmlRemains } from './html-remains.ts';

test('keeps the words and drops tags, comments, scripts and styles', () => {
  assert.equal(htmlRemains('<p align="center">A &amp; <b>B</b><!-- not -- this --> C</p>').trim(), 'A & B C');
  assert.equal(htmlRemains('<script>alert(1)</script>'), '');
  assert.equal(htmlRemains('kept <!-- never closed'), 'kept ');
  assert.equal(htmlRemains('1 < 2 > 0'), '1 < 2 > 0');
});

test('finds a canonical link in any order of attributes and quoting', () => {
  for (const tag of [
    '<link rel="canonical" href="https://a.example/?x=1&amp;y=2">',
    "<LINK HREF='https://a.example/?x=1&amp;y=2' REL='canonical' />",
    '<link rel=canonical href=https://a.example/?x=1&amp;y=2>',
  ])
    assert.equal(canonicalUrlIn(`<head>${tag}</head>`), 'https://a.example/?x=1&y=2');
});

test('does not take another link for the canonical one', () => {
  assert.equal(
    canonicalUrlIn('<link rel="icon" href="https://a.example/i.png"><a href="https://b.example">'),
    null,
  );
  assert.equal(canonicalUrlIn('<link rel="canonical">'), null);
});

test('takes time in proportion to the length of hostile input', async () => {
  for (const piece of ['<!--', '<', '<a ', '<link ', '&', '<link rel=canonical '])
    await assertProportional((chars) => htmlRemains(piece.repeat(chars / piece.length)), 2_000_000, piece);
  for (const piece of ['<link ', '<link rel=canonical ', '<link rel="canonical" href="'])
    await assertProportional((chars) => canonicalUrlIn(piece.repeat(chars / piece.length)), 2_000_000, piece);
});
