import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsReaderAway, headsClosing, isClosingLine } from './no-article.ts';

test('the heading of a profile or of contact data is recognised in any case, with or without a colon', () => {
  for (const heading of [
    'About the author',
    'ABOUT THE AUTHOR:',
    ' about us ',
    'About Acme Inc.',
    'Media contacts',
    'Notes to editors:',
    'Über uns',
    'Über die Muster AG',
    'Acerca de nosotros',
    'À propos de Muster',
  ])
    assert.equal(headsClosing(heading), true, heading);
});

test('other headings, and a line of more than sixty characters, head no profile', () => {
  for (const heading of [
    'About it',
    'about turns',
    'ABOUT TURNS',
    'What about us',
    'About us and them',
    'About the author: a life',
    '',
  ])
    assert.equal(headsClosing(heading), false, heading);
  const longest = `À propos de ${'x'.repeat(48)}`;
  assert.equal(longest.length, 60);
  assert.equal(headsClosing(longest), true);
  assert.equal(headsClosing(`${longest}x`), false);
});

test('a line with the author or a contact closes an article', () => {
  for (const line of [
    'She can be reached at her desk.',
    'You may follow him on his page.',
    'Have a tip? Send it.',
    'have a tip? Send it.',
    'Additional reporting by Ann Smith.',
    'Editing by Ann Smith',
    'Ann Smith is a senior reporter at the paper.',
  ])
    assert.equal(isClosingLine(line), true, line);
});

test('a sentence of the article, and a long block, close nothing', () => {
  for (const line of [
    'We have a tip for you.',
    'She did the reporting by bus.',
    'The tower is old.',
    'Ann Smith is a farmer.',
  ])
    assert.equal(isClosingLine(line), false, line);
  const longest = `Have a tip? ${'x'.repeat(388)}`;
  assert.equal(longest.length, 400);
  assert.equal(isClosingLine(longest), true);
  assert.equal(isClosingLine(`${longest}x`), false);
});

test('a short block with a copyright sign, or about a click or a picture, is not part of the article', () => {
  for (const block of ['Photo © Ann', 'Click here to see it.', 'In this undated photo, a man stands.'])
    assert.equal(callsReaderAway(block), true, block);
  for (const block of ['The man stands in this photo.', 'It clicks.', ''])
    assert.equal(callsReaderAway(block), false, block);
  const credit = (chars: number) => `©${'x'.repeat(chars - 1)}`;
  assert.deepEqual(
    [200, 201].map((chars) => callsReaderAway(credit(chars))),
    [true, false],
  );
  const click = (chars: number) => 'click here '.padEnd(chars, 'x');
  assert.deepEqual(
    [220, 221].map((chars) => callsReaderAway(click(chars))),
    [true, false],
  );
});
