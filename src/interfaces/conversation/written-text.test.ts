import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationPositions } from '@sayso/markdown';
import { ANSWER } from '../../../test/support/fixed-answer.ts';
import type { Answer } from '../../core/answer.ts';
import type { Source } from '../../core/source.ts';
import { textWithError } from '../../render/forms.ts';
import { WrittenText } from './written-text.ts';

const SOURCES: readonly Source[] = ['A', 'B', 'C', 'D'].map((title, at) => ({
  ...{ index: at + 1, url: `https://${title.toLowerCase()}.example/`, title, snippet: '', passages: [] },
}));
const findPlaces = (text: string) => citationPositions(text, SOURCES.length);
const written = (find = findPlaces) =>
  new WrittenText({ call: null, isHeldBack: false, findPlaces: find, toWhole: textWithError });

/** What is sent at the end of an answer of which `Yes.` was sent. */
function endOf(answer: Partial<Answer>): string {
  const text = written();
  assert.equal(text.take({ type: 'answer-delta', text: 'Yes.' }), 'Yes.');
  return text.take({ type: 'answer-end', answer: { ...ANSWER, ...answer } });
}

test('Markdown and HTML of another server in an error are shown as text, at the end or instead', () => {
  const error = 'It says ![p](https://evil.example/p.png) <img src=x>.';
  const harmless = 'It says ![p\\](`https://evil.example/p.png`) \\<img src=x>.';
  for (const [text, before] of [
    ['Yes.', ''],
    ['Other.', '…'],
  ] as const)
    assert.equal(endOf({ text, error, errorMissingInText: true }), `${before}\n\n${harmless}`);
});

/** The titles told with each piece of a text, and those told at its end. */
function toldBy(pieces: readonly string[], find = findPlaces) {
  const text = written(find);
  text.take({ type: 'sources', sources: SOURCES, language: 'en' });
  const told = pieces.map((piece) => {
    text.take({ type: 'answer-delta', text: piece });
    return text.takeCitationsOf(piece).map(({ title }) => title);
  });
  return [...told, text.takeCitations().map(({ title }) => title)];
}

test('a source is told with its first citation, after all sources with lower numbers, and once', () => {
  assert.deepEqual(toldBy(['It is [3]', '. And [1].', ' Also [3][', '4]. [2]']), [
    ['A', 'B', 'C'],
    [],
    [],
    ['D'],
    [],
  ]);
  assert.deepEqual(toldBy(['No source.']), [[], []]);
});

test('a number in code tells of no source, and many of them cost no more than a few searches', () => {
  assert.deepEqual(toldBy(['Use `a[2]`', ' here [1].']), [[], ['A'], []]);
  let searches = 0;
  const told = toldBy([...Array.from({ length: 500 }, () => '`a[2]` '), 'so [1].'], (text) => {
    searches++;
    return findPlaces(text);
  });
  assert.deepEqual(told.at(-1), ['A']);
  assert.ok(searches < 30, String(searches));
});

test('a source that is not cited has an empty place, and the whole text has the place of each', () => {
  const text = written();
  text.take({ type: 'sources', sources: SOURCES, language: 'en' });
  text.take({ type: 'answer-delta', text: 'It is [3]. And [1]. And [3].' });
  const places = text.citations.map(({ title, start_index, end_index }) => [
    title,
    text.sent.slice(start_index, end_index),
  ]);
  assert.deepEqual(places, [
    ['A', '[1]'],
    ['B', ''],
    ['C', '[3]'],
  ]);
});
