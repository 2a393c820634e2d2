import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexSource } from './source-index.ts';

function textOf(...texts: readonly string[]) {
  const passages = texts.map((text, at) => ({ text, from: at * 9000, to: at * 9000 + text.length }));
  return indexSource({ index: 7, title: 'Old Harbour', passages }, 'en');
}

test('sentences are sentences with their places, and terms are found by sentence and prefix', () => {
  const { index, sentences, places, terms } = textOf(' Otters swim.  Rivers flow. ', 'Otters sleep.');
  assert.equal(index, 7);
  assert.deepEqual(
    sentences.map(({ text, from, to, passage }) => [text, from, to, passage]),
    [
      ['Otters swim.', 1, 13, 0],
      ['Rivers flow.', 15, 27, 0],
      ['Otters sleep.', 9000, 9013, 1],
    ],
  );
  assert.deepEqual(
    [places.get('otter'), places.get('otter*'), places.get('flow*')],
    [[0, 2], [0, 2], undefined],
  );
  assert.ok(terms.has('harbour') && terms.has('sleep'));
});

test('a sentence is cut after 500 characters, at a space and never inside a character', () => {
  const lengths = (text: string) => textOf(text).sentences.map((sentence) => sentence.text.length);
  assert.deepEqual(lengths('x'.repeat(500)), [500]);
  assert.deepEqual(lengths('x'.repeat(501)), [500, 1]);
  assert.deepEqual(lengths(`${'x'.repeat(251)} ${'y'.repeat(300)}`), [251, 300]);
  assert.deepEqual(lengths(`${'x'.repeat(250)} ${'y'.repeat(300)}`), [500, 51]);
  assert.deepEqual(lengths(`${'x'.repeat(500)} ${'y'.repeat(9)}`), [500, 9]);
  assert.deepEqual(lengths(`x${'😀'.repeat(300)}`), [499, 102]);
});

test('a long sentence is cut after a clause, so that a number keeps its unit', () => {
  const text = `${'the hill is old and '.repeat(18)} wide; it takes ${'very '.repeat(26)}`;
  const sentences = textOf(`${text}11 minutes.`).sentences.map((sentence) => sentence.text);
  assert.deepEqual(
    sentences.map((sentence) => [sentence.slice(0, 8), sentence.slice(-11)]),
    [
      ['the hill', ' and  wide;'],
      ['it takes', '11 minutes.'],
    ],
  );
});

test('of a source, 200 sentences and 1,500 terms are compared', () => {
  assert.equal(textOf('Otters swim. '.repeat(300)).sentences.length, 200);
  assert.equal(textOf('Red green wood tall deep. '.repeat(300)).sentences.length, 200);
  assert.equal(
    textOf('Red green wood tall deep old hill lake long thin. '.repeat(300)).sentences.length,
    150,
  );
});

test('of a source of any size, only the beginning is cut into sentences, and it does not count as whole', () => {
  const sentence = 'It is 330 metres tall. ';
  const indexOf = (times: number) => {
    const text = sentence.repeat(times);
    const passages = [{ text, from: 0, to: text.length }];
    return indexSource({ index: 1, title: '', passages, isWhole: true }, 'en');
  };
  const before = performance.now();
  const { sentences, isWhole } = indexOf(2_000_000);
  const tookMs = performance.now() - before;
  assert.deepEqual([sentences.length, isWhole, indexOf(100).isWhole], [200, false, true]);
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
  const spaces = ' '.repeat(99_000);
  const last = textOf(`Otters swim. ${spaces}`, `Rivers flow. ${spaces}`, 'Otters sleep.').sentences;
  assert.deepEqual(
    last.map(({ text, passage }) => [text, passage]),
    [
      ['Otters swim.', 0],
      ['Rivers flow.', 1],
    ],
  );
});
