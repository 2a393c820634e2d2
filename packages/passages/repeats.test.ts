import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeenTexts } from './copies.ts';

const wordsOf = (text: string) => text.split(' ');

test('a text counts as a repeat if seven tenths of its runs of three words are known', () => {
  const said = createSeenTexts();
  said.add(wordsOf('a b c d e f g h i'));
  assert.equal(said.holds(wordsOf('a b c d e f g h i')), true);
  // Each of these texts has ten runs of words. Of the first text's, seven are known; of the second's, six.
  assert.equal(said.holds(wordsOf('a b c d e f g h i x y z')), true);
  assert.equal(said.holds(wordsOf('a b c d e f g h w x y z')), false);
  assert.equal(said.holds(wordsOf('i h g f e d c b a')), false);
  assert.equal(said.holds(wordsOf('b a c e d f h g i')), false);
});

test('texts of fewer than six words are not compared', () => {
  const said = createSeenTexts();
  said.add(wordsOf('a b c d e f'));
  assert.equal(said.holds(wordsOf('a b c d e f')), true);
  assert.equal(said.holds(wordsOf('a b c d e')), false);
  assert.equal(said.holds([]), false);
});

test('a text that several texts contain together counts as a repeat', () => {
  const said = createSeenTexts();
  said.add(wordsOf('a b c d'));
  said.add(wordsOf('e f g h'));
  assert.equal(said.holds(wordsOf('a b c d e f g h')), false);
  said.add(wordsOf('c d e f'));
  assert.equal(said.holds(wordsOf('a b c d e f g h')), true);
});

test('the same words in another order are new, in every place of a run', () => {
  for (const [text, other] of [
    ['a b c a b c a b', 'b a c b a c b a'],
    ['a b c a b c a b', 'a c b a c b a c'],
    ['a b c a b c a b', 'c b a c b a c b'],
    ['ab cd ef ab cd ef', 'ab xx ef ab xx ef'],
    ['ab cd ef ab cd ef', 'xx cd ef xx cd ef'],
    ['ab cd ef ab cd ef', 'ab cd xx ab cd xx'],
  ] as const) {
    const said = createSeenTexts();
    said.add(wordsOf(text));
    assert.equal(said.holds(wordsOf(other)), false, other);
  }
});
