import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { toSentences } from './sentences.ts';

const cut = (text: string, language?: string) =>
  toSentences(text, language).map((sentence) => sentence.trim());

test('cuts at stops in any script', () => {
  assert.deepEqual(cut('One. Two! Three?'), ['One.', 'Two!', 'Three?']);
  assert.deepEqual(cut('北京是首都。上海很大！'), ['北京是首都。', '上海很大！']);
  assert.deepEqual(cut('ما هي؟ هذه باريس.'), ['ما هي؟', 'هذه باريس.']);
  assert.deepEqual(cut('दिल्ली राजधानी है। यह बड़ी है।').length, 2);
  assert.equal(cut('Τι είναι; Είναι πόλη.', 'el').length, 2);
});

test('does not cut after titles, initials, abbreviations, decimals and ordinals', () => {
  for (const text of [
    'Dr. Smith met J. R. R. Tolkien, e.g. in Oxford St. Giles.',
    'It costs 3.50 dollars, see No. 5 and Fig. 3 of Vol. 2.',
    'Er starb am 5. Mai im 19. Jahrhundert z. B. in Wien.',
    'The U.S. Senate and Apple Inc. Chairman met.',
    'She asked "Why?" and left.',
    'Files that end in .HTM are pages, says !Xun.',
  ])
    assert.deepEqual(cut(text), [text]);
});

test('cuts after an abbreviation where a new sentence plainly begins', () => {
  assert.deepEqual(cut('She lives in the U.S. He does not.'), ['She lives in the U.S.', 'He does not.']);
  assert.deepEqual(cut('I like art. No. I love it.'), ['I like art.', 'No.', 'I love it.']);
});

test('joins wrapped lines and separates headings and items', () => {
  const wrapped = 'The library offers a small and fast parser for a language that\nMany people know. Next.';
  assert.equal(cut(wrapped).length, 2);
  const line = (chars: number) => `${'a '.repeat(chars).slice(0, chars - 1)}b\nMany people know.`;
  assert.deepEqual([cut(line(59)).length, cut(line(58)).length], [1, 2]);
  assert.deepEqual(cut('A heading\nText of it.\n- one\n- two'), [
    'A heading',
    'Text of it.',
    '- one',
    '- two',
  ]);
});

test('the sentences joined are the text', () => {
  const piece = fc.constantFrom(
    ...['a', 'B', '.', '. ', '\n', '\n\n', '1', '[', ']', '[1]', 'Dr', '"', '。', '…', '- ', '👍'],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, (sample) => {
      const sentences = toSentences(sample);
      assert.equal(sentences.join(''), sample);
      assert.ok(sentences.every((sentence) => sentence !== ''));
    }),
  );
});

test('separates list items inside a line', () => {
  assert.deepEqual(cut('1. Wash the rice 2. Boil it 3. Eat'), ['1. Wash the rice', '2. Boil it', '3. Eat']);
  assert.deepEqual(cut('So: a) one b) two'), ['So: a) one', 'b) two']);
  assert.equal(cut('In 2. place and 4) after, there is nothing to count.').length, 1);
});

test('keeps a short quotation or parenthesis with its sentence', () => {
  for (const text of [
    'She wrote: “Come! Be quick! It burns!” and ran.',
    'He said "No. Never. Not me." and left.',
    'It is old (see the map. It hangs here).',
    '"All is one." (Melissus 8).',
    '彼は（今日。いや、明日）来ます。',
  ])
    assert.deepEqual(cut(text), [text]);
  assert.equal(cut(`“${'A long sentence of a speech. '.repeat(20)}”`).length > 10, true);
});

test('cuts after a time of day, and before a number that begins a sentence', () => {
  assert.deepEqual(cut('He left at 6 p.m. Travelers came.'), ['He left at 6 p.m.', 'Travelers came.']);
  assert.equal(cut('He left at 6 p.m. Monday. ').length, 1);
  assert.equal(cut('At 5 a.m. Mr. Smith left.').length, 1);
  assert.deepEqual(cut('The region grew. 12 cities shrank.'), ['The region grew.', '12 cities shrank.']);
  assert.equal(cut('At 20 °C. Then at 30 km/h. Then not.').length, 3);
});

test('reads a hostile text in linear time', async () => {
  for (const unit of ['a. ', '"a. ', '(A. ', '. ', '[1', '1. ', '...', 'Dr. ', '"', 'word. 1 ', "'A. "]) {
    await assertProportional((units) => toSentences(unit.repeat(units)), 20_000, unit);
  }
});
