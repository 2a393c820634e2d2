import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStatements } from '@sayso/markdown';
import fc from '../../test/support/properties.ts';
import { findQuotes } from './find-quotes.ts';
import type { EvidenceSource } from './source-index.ts';

function source(index: number, title: string, ...texts: string[]): EvidenceSource {
  const passages = texts.map((text) => ({ text, from: 0, to: text.length }));
  return { index, title, passages };
}

const support = (markdown: string, sources: readonly EvidenceSource[]) =>
  findQuotes(toStatements(markdown, sources.length), sources, 'en');
const cite = (index: number) => `[${index}]`;
const quotes = async (markdown: string, ...sources: EvidenceSource[]) =>
  (await support(markdown, sources)).map(({ quote }) => quote);

const everest = source(
  1,
  'Mount Everest',
  'Many people climb it. Its height is 8,849 metres above sea level. The air is thin there.',
  'It was first climbed by Tenzing Norgay and Edmund Hillary. That was on 29 May 1953. The weather was fine.',
);
const k2 = source(2, 'K2', 'K2 is 8,611 metres high. It lies in the Karakoram range.');

test('quotes the sentence that says what the answer says', async () => {
  const markdown =
    `Mount Everest is 8,849 metres high ${cite(1)}. ` +
    `It is higher than K2, which reaches 8,611 metres ${cite(2)}` +
    '.';
  assert.deepEqual(await quotes(markdown, everest, k2), [
    'Its height is 8,849 metres above sea level.',
    'K2 is 8,611 metres high.',
  ]);
});

test('quotes two sentences that follow each other where both are needed', async () => {
  const markdown = `Hillary and Norgay first climbed it on 29 May 1953 ${cite(1)}.`;
  assert.deepEqual(await quotes(markdown, everest), [
    'It was first climbed by Tenzing Norgay and Edmund Hillary. That was on 29 May 1953.',
  ]);
});

test('quotes nothing if the source has nothing similar', async () => {
  assert.deepEqual(await quotes(`Bananas are rich in potassium ${cite(1)}.`, everest), ['']);
  assert.deepEqual(await quotes(`${cite(1)}`, everest), ['']);
  assert.deepEqual(await quotes(`High ${cite(1)}.`, source(1, 'Empty')), ['']);
});

test('returns one entry per citation link, in order, and none for other numbers in brackets', async () => {
  const markdown = `## Peaks

- K2: 8,611 metres [2][1]

\`\`\`
a[1]
\`\`\`

[see 1](https://x.test/) and \`[2]\`, ![an image [2]](i.png), [7]

| Peak | Height |
|---|---|
| Everest | 8,849 metres [1] |`;
  assert.deepEqual(
    (await support(markdown, [everest, k2])).map(({ index }) => index),
    [2, 1, 1],
  );
  assert.equal((await quotes(markdown, everest, k2)).at(-1), 'Its height is 8,849 metres above sea level.');
});

test('reads a language without blanks between its words', async () => {
  const tokyo = source(1, '東京', '東京は日本の首都である。人口は約1400万人である。気候は温暖である。');
  assert.deepEqual(await quotes(`東京の人口は約1400万人です${cite(1)}。`, tokyo), [
    '人口は約1400万人である。',
  ]);
});

test('every quote is a part of a passage, and short enough for a card', async () => {
  const word = fc.constantFrom('alpha', 'beta', '8,849', 'Gamma', '𝒳𝒴', '首都', '. ', '\n', '?', '"', ' ');
  const text = fc.array(word, { maxLength: 120 }).map((words) => words.join(' '));
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { maxLength: 3 }), async (claim, texts) => {
      const markdown = `It: ${claim.replaceAll('\n', ' ')} ${cite(1)} ${cite(3)}`;
      const told = await support(markdown, [source(1, 'Alpha', ...texts), k2, source(3, 'Empty')]);
      assert.equal(told.length, 2);
      for (const { quote } of told) {
        assert.ok(quote === '' || texts.some((passage) => passage.includes(quote)));
        assert.ok(quote.isWellFormed() && quote.length <= 1_010);
      }
      assert.equal(told[1]?.quote, '');
    }),
  );
});

test('compares a bounded number of citations and lists the rest without a quote', async () => {
  const markdown = `${`Everest is 8,849 metres high ${cite(1)}. `.repeat(400)}`;
  const found = await quotes(markdown, everest);
  assert.equal(found.length, 400);
  assert.equal(found[59], 'Its height is 8,849 metres above sea level.');
  assert.equal(found[60], '');
});

test('a rare word counts more than a frequent one, in general and in the source', async () => {
  const choose = async (claim: string, ...sentences: readonly string[]) => {
    const [quote] = await quotes(`${claim} ${cite(1)}.`, source(1, 'T', ...sentences));
    return sentences.indexOf(quote ?? '');
  };
  assert.equal(await choose('A house or 8849', 'The house is here.', 'They number 8849.'), 1);
  assert.equal(await choose('A house of axolotls', 'The house is here.', 'Axolotls are there.'), 1);
  const often = ['Axolotls swim.', 'Axolotls eat.', 'Axolotls sleep.', 'The house is here.'];
  assert.equal(await choose('A house of axolotls', ...often), 3);
});
