import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens as countByLibrary } from 'gpt-tokenizer/encoding/o200k_base';
import { assertProportional } from '../../test/support/proportional.ts';
import { countTokens } from './tokens.ts';

/** Special tokens are ordinary text in a page. */
const byLibrary = (text: string) => countByLibrary(text, { disallowedSpecial: new Set() });

const TEXTS = [
  '',
  'She said: "No, it wasn\'t." He left.\n\nThey DON\'T mind the well-known 20-year-old U.S. rule.',
  'Kozhikkode, Thiruvananthapuram and Nguyễn Thị Minh Khai; Tlaxcala de Xicohténcatl, Ağrı, Łódź.',
  'ΔG° = −RT ln K ≈ 5.7 kJ·mol⁻¹ ⇌ ∂²ψ/∂x² + ½mv² ≤ 10⁻⁶ Å; CH₃–CH₂–OH, α-D-glucopyranose',
  'https://example.org/a/b_c-d/%E4%B8%AD?utm_source=x&id=9f86d081884c7d659a2feaa0c55ad015#frag',
  '中国的首都是北京，简称京，是一座有三千年历史的古都。日本の首都は東京です。',
  '대한민국의 수도는 서울이다. Москва является столицей. הבירה היא ירושלים. القاهرة هي العاصمة.',
  'ประเทศไทยมีเมืองหลวงคือกรุงเทพมหานคร ភ្នំពេញ នៃ រន្ទាវី မြန်မာနိုင်ငံ ເມືອງຫຼວງ',
  '👍🎉🇩🇪👩‍👩‍👧‍👦 <|endoftext|> \u{feff}x \ud800 a\u0301 ﬁ ǅ \t\r\n  \n   end',
];

test('counts what OpenAI’s tokenizer counts, whatever the script', () => {
  for (const text of TEXTS) assert.equal(countTokens(text), byLibrary(text), text);
  for (const text of TEXTS) assert.equal(countTokens(text.repeat(40)), byLibrary(text.repeat(40)), text);
});

test('counts what OpenAI’s tokenizer counts for any characters in any order', () => {
  const parts = fc.oneof(
    fc.constantFrom(...TEXTS.flatMap((text) => text.split(/(?<= )/)), "'s", "'LL", '\n', '  ', '١٢', 'Ⅻ'),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (all) => {
      assert.equal(countTokens(all.join('')), byLibrary(all.join('')));
    }),
    { numRuns: 500 },
  );
});

test('takes time in proportion to the text, even if it is one word', async () => {
  for (const part of ['a', 'A', 'ab', 'ก', 'á', ' ', '.', '\n ', '中', '9', '\u0301']) {
    await assertProportional((times) => countTokens(part.repeat(times)), 40_000, part);
  }
});

test('each part of a text costs what its kind does', () => {
  const costs: readonly (readonly [text: string, cost: number])[] = [
    ['a', 1],
    ['word', 1],
    [' word', 1],
    [' hello', 1],
    [' Hello', 1],
    ['hello', 1.4],
    ['Hello', 1.4],
    [' zyxwvu', 2.1],
    [' zyxwvut', 2.2],
    [' Zyxwvu', 2.75],
    [' Zyxwvut', 2.9],
    ['zyxwvu', 2.5],
    ['NASA', 2.05],
    ['camelCase', 3.1],
    ['aB', 1.35],
    ['aBC', 1.7],
    ['1', 2],
    ['12', 2],
    ['123', 2],
    ['1234', 3],
    [' 1', 2],
    [' 123', 2],
    [' 1234567', 4],
    ['a1', 2],
    ['.', 1],
    ['..', 1],
    ['...', 1.7],
    ['....', 2.4],
    ['a.', 2],
    ['a. b', 3],
    ['a.b', 2],
    ['a .b', 3],
    ["it's", 2],
    ['x,y', 3],
    ['a,\n', 2],
    ['\n', 1],
    ['\n\n', 1],
    ['\n\n\n', 1.5],
    ['\n\n\n\n', 2],
    ['  ', 1],
    ['   ', 1],
    ['a  b', 3],
    ['é', 0.6],
    ['né', 1.6],
    ['я', 0.47],
    ['привет', 2.82],
    ['ሀ', 2.1],
    ['ក', 0.85],
    ['©', 0.6],
    ['…', 1],
    ['–', 1],
    ['“', 1],
    ['中', 1.05],
    ['中国', 2.1],
    ['か', 0.85],
    ['한', 0.85],
    ['😀', 3.2],
    ['→', 1.6],
    ['က', 0.95],
    ['ა', 0.47],
    ['xxxxxxxxxxxxxxxxxxxxxxxx', 4.3],
    [' xxxxxxxxxxxxxxxxxxxxxxxxx', 4],
    ['\t', 1],
    ['a\tb', 3],
  ];
  for (const [text, cost] of costs)
    assert.ok(Math.abs(tokenCost(text) - cost) < 1e-9, `${text} ${tokenCost(text)}`);
});
