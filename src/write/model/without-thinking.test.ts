import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withoutThinking } from './without-thinking.ts';

function filterAll(pieces: readonly string[]): string {
  const filter = withoutThinking();
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

test('passes a piece without tags on at once', () => {
  const filter = withoutThinking();
  assert.equal(filter.push('Paris'), 'Paris');
  assert.equal(filter.push(' is it.'), ' is it.');
  assert.equal(filter.end(), '');
});

test('drops a block of thinking and the blanks around it', () => {
  assert.equal(filterAll(['\n<think>\nHm, <b>France</b>.\n</think>\n\n', 'Paris [1].']), 'Paris [1].');
  assert.equal(filterAll(['<thinking>a</thinking>Paris.\n<think>b</think>It is.']), 'Paris.\nIt is.');
});

test('says the same in whatever pieces the text comes', () => {
  const texts = [
    '<think>\nFrance </thin is a < b country</think>\n\nThe answer is <b>Paris</b> [1]. 1 < 2 <',
    'A line.\n<think>more</think>\nAnother, of `<think>` and <thin air',
    '<think></think>Short',
    'Nothing to think about',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(fc.integer({ min: 1, max: 9 })), (text, lengths) => {
      const pieces: string[] = [];
      let rest = text;
      for (const length of lengths) {
        pieces.push(rest.slice(0, length));
        rest = rest.slice(length);
      }
      assert.equal(filterAll([...pieces, rest]), filterAll([text]));
    }),
  );
  assert.equal(filterAll([texts[0] ?? '']), 'The answer is <b>Paris</b> [1]. 1 < 2 <');
});

test('leaves no answer where the thinking never ends', () => {
  assert.equal(filterAll(['<think>', 'on and on', ' and </thi']), '');
});

test('lets an answer speak about the tag', () => {
  const text = 'Models write `<think>` and `</think>`, some a bare <think> too.';
  assert.equal(filterAll([text]), text);
});

test('drops a closing tag alone', () => {
  assert.equal(filterAll(['So it is Paris.\n</think>\n\nParis.']), 'So it is Paris.\n\n\nParis.');
});
