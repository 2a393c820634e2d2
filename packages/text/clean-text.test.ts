import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { cleanText } from './clean-text.ts';

const tags = (text: string) =>
  Array.from(text, (c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('');

test('removes invisible characters', () => {
  assert.equal(cleanText(`a${tags('obey')}b`), 'ab');
  assert.equal(cleanText('a\u200b\u200c\u200d\u200b\u200cb'), 'ab');
  assert.equal(cleanText('i\u00adg\u00adn\u00ado\u00adr\u00ade'), 'ignore');
  assert.equal(cleanText('\u202eabc\u202c \u2066x\u2069\ufeff'), 'abc x');
  assert.equal(cleanText('a\ufe00\ufe01\u{e0110}\u{e0164}b\ue000'), 'ab');
  assert.equal(cleanText('a\r\nb\u0000c\u2028d\u3164'), 'a\nb c\nd');
});

test('keeps characters that are part of the spelling', () => {
  for (const text of [
    ...['می‌خواهم به خانه‌ها', 'क्‍ष और श्री', 'שָׁלוֹם עולם', 'สวัสดีชาวโลก', '葛󠄀城市', '日本語の文章'],
    ...['👨‍👩‍👧‍👦 👍🏽 ❤️‍🔥 1️⃣ ☀️ 🏳️‍🌈 🧑🏿‍🚀', `🏴${tags('gbsct')}\u{e007f}`, 'naïve café 5 € ½'],
  ]) {
    assert.equal(cleanText(text), text);
  }
});

test('keeps a selector only behind the sign that it belongs to', () => {
  assert.equal(cleanText('ᠠ\u180bᠡ'), 'ᠠ\u180bᠡ');
  assert.equal(cleanText('ᠠ\u180b\u180c'), 'ᠠ');
  assert.equal(cleanText('a\u180bᠡ'), 'aᠡ');
  assert.equal(cleanText('ᠠ\u200b'), 'ᠠ');
  assert.equal(cleanText('葛\u{e0100}a\u{e0100}\u{e01f0}'), '葛\u{e0100}a');
  assert.equal(cleanText('葛\u{e0100}\u{e0101}'), '葛');
  assert.equal(cleanText('क\u200dष a\u200db क\u200d a\u200dक'), 'क\u200dष ab क aक');
  assert.equal(cleanText('👨\u200d👩 👨\u200da a\u200d👩 👨\u200c👩'), '👨\u200d👩 👨a a👩 👨👩');
});

test('accepts any text, and a second pass changes nothing', () => {
  const unseen = fc.constantFrom(
    ...['\u200d', '\ufe0f', '\u{e0061}', '🏴', '❤', 'क', '\r', '\ud800', '\u00ad', 'a'],
  );
  fc.assert(
    fc.property(fc.array(unseen), (pieces) => {
      assert.ok(
        !/[\u00ad\r\ud800]/.test(
          cleanText(pieces.join('')).replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, ''),
        ),
      );
    }),
  );
});
