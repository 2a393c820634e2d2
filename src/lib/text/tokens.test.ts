import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { countTokens as countByLibrary, encode } from 'gpt-tokenizer/encoding/o200k_base';
import fc from '../../../test/support/properties.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import { hashesOf, slotOf } from './token-table.ts';
import { countTokens, rarityOf } from './tokens.ts';

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

test('finds the tokens whose places at the end of the table are taken at its beginning', () => {
  for (const token of [' ਟ', 'gesehen']) assert.equal(countTokens(token), 1, token);
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

test('counts the same for plain English with typographic marks, in any order', () => {
  const parts = fc.oneof(
    fc.constantFrom(
      'It’s',
      "DON'T",
      "we'll",
      'iPhone',
      'X',
      '2024',
      '1,000',
      '“Yes”',
      ' – ',
      '…',
      '\r\n',
      '\t',
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (all) => {
      assert.equal(countTokens(all.join('')), countByLibrary(all.join('')));
    }),
  );
});

test('takes time in proportion to the text, even if it is one word', async () => {
  for (const part of ['a', 'A', 'ab', 'ก', 'á', ' ', '.', '\n ', '中', '9', '\u0301']) {
    await assertProportional((times) => countTokens(part.repeat(times)), 40_000, part);
  }
});

test('the table has the rank of every token, in the form that `slotOf` gives it', () => {
  const file = readFileSync(new URL('./token-table.bin', import.meta.url));
  const slotAt = (slot: number) => [0, 2, 4].map((at) => file.readUInt16LE((slot * 6 + at) % file.length));
  for (const token of [' the', 'water', '東京', ' Straße', '\n\n', '100', 'ß', '}']) {
    const bytes = new TextEncoder().encode(token);
    const [rank, ...more] = encode(token);
    assert.ok(rank !== undefined && more.length === 0, token);
    const { slot, mark } = hashesOf(bytes, 0, bytes.length);
    const wanted = slotOf(mark, rank).join();
    const places = Array.from({ length: 64 }, (_, at) => slotAt(slot + at).join());
    assert.ok(places.includes(wanted), token);
  }
});

test('a word is rarer the higher the rank of its token is, and rarer still with each further token', () => {
  for (const word of ['the', 'water', 'Straße', 'Vaduz', 'Xicohténcatl', '東京', '', 'x'.repeat(400)]) {
    const tokens = encode(` ${word}`);
    const [rank = 0] = tokens;
    const expected =
      tokens.length === 1 ? Math.log(1 + rank / 200) : Math.log(1001) + 0.5 * (countTokens(` ${word}`) - 1);
    assert.ok(Math.abs(rarityOf(word) - expected) < 1e-9, word);
  }
});
