import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../test/support/proportional.ts';
import { createCounter, toIndexedWords, toQueryWords, wordsOfPart } from './words.ts';

const document = { collection: 3, title: 'Wombats, 北京', keywords: 'vombatus' };

test('the first part of a document has the words of its title and its keywords, the others only those of the title', () => {
  const rest = ['wombat', '北', '京', '北京', 'the', 'burrow'];
  const [lead, next] = [0, 1].map((position) => wordsOfPart(document, { text: 'The burrows', position }));
  assert.deepEqual(new Set(lead), new Set(['#3', '=wombat', '=北', '=京', '=北京', 'vombatu', ...rest]));
  assert.deepEqual(new Set(next), new Set(['#3', ...rest]));
});

test('no text has the word of a collection or of a title, and none is too long for an index', () => {
  const words = wordsOfPart(
    { ...document, title: '' },
    { text: `#1 =wombat '#2' ${'x'.repeat(3_000)}`, position: 1 },
  );
  assert.deepEqual(words, ['#3', '1', 'wombat', '2']);
});

test('a word of a question is found in all its forms, in any script', () => {
  for (const [word, text] of [
    ['country', 'Many Countries.'],
    ['malmo', 'MALMÖ'],
    ['istanbul', 'İSTANBUL'],
    ['3.14', 'It is 3.14, nearly.'],
    ['首都', '北京是中国的首都。'],
    ['ｶﾅ', 'カナ'],
    ['टेस्ला', 'टेस्ले'],
  ] as const) {
    const [asked = ''] = toQueryWords(word);
    const has = new Set(wordsOfPart(document, { text, position: 1 }));
    assert.ok(
      toIndexedWords(asked).every((each) => has.has(each)),
      `${word} is listed`,
    );
    assert.deepEqual(createCounter([asked])(text), [1], `${word} is counted`);
  }
  assert.ok(!new Set(wordsOfPart(document, { text: '京北', position: 1 })).has('首都'));
  assert.deepEqual(createCounter(['car'])('A scar.'), [0]);
});

test('looks for 32 words at most', () => {
  const question = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
  assert.equal(toQueryWords(question).length, 32);
});

test('takes time in proportion to the text, whatever it is made of', async () => {
  for (const unit of ['x', 'x ', '北', 'é', '北 é\n', '\u0300'])
    await assertProportional(
      (chars) => wordsOfPart(document, { text: unit.repeat(chars / unit.length), position: 0 }),
      20_000,
      unit,
    );
});
