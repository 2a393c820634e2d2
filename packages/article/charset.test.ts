import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeAs } from '../../test/support/encoded.ts';
import { decodeText } from './charset.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');

test('prefers valid UTF-8 to a wrong label', () => {
  assert.equal(decodeText(utf8('Zürich'), 'text/html; charset=ISO-8859-1'), 'Zürich');
  assert.equal(
    decodeText(utf8('<meta charset=windows-1251>Zürich'), ''),
    '<meta charset=windows-1251>Zürich',
  );
});

test('prefers the charset of the header to that of the page', () => {
  const bytes = Buffer.concat([utf8('<meta charset="koi8-r">'), Buffer.from([0xcf, 0xf0, 0xe8])]);
  assert.match(decodeText(bytes, 'text/html; charset=windows-1251'), /При$/);
  assert.doesNotMatch(decodeText(bytes, 'text/html'), /При$/);
});

test('reads UTF-8 that is cut inside a character', () => {
  const cut = utf8('schön, schö').subarray(0, -1);
  for (const type of ['text/html', 'text/html; charset=utf-8'])
    assert.equal(decodeText(cut, type), 'schön, sch');
});

test('a byte order mark decides, whatever the label says, and only a whole one', () => {
  const type = 'text/html; charset=windows-1251';
  const decoded = (...bytes: number[]) => decodeText(Uint8Array.from(bytes), type);
  assert.equal(decoded(0xef, 0xbb, 0xbf, 0x61, 0xff), 'a\ufffd');
  assert.equal(decoded(0xfe, 0xff, 0x00, 0x61, 0x04, 0x1f), 'aП');
  assert.equal(decoded(0xff, 0xfe, 0x61, 0x00, 0x1f, 0x04), 'aП');
  assert.equal(decoded(0xef, 0xbb, 0xe0), 'п»а');
  assert.equal(decoded(0xef, 0xe0, 0xbf), 'паї');
  assert.equal(decoded(0xe0, 0xbb, 0xbf, 0xff), 'а»їя');
  assert.equal(decoded(0xfe, 0xe0), 'юа');
  assert.equal(decoded(0xe0, 0xff), 'ая');
  assert.equal(decoded(0xff, 0xe0), 'яа');
  assert.equal(decoded(0xe0, 0xfe), 'аю');
});

/** Ten pairs of bytes with given numbers of zeros at even and at odd positions. */
function pairs(evenZeros: number, oddZeros: number, count = 10): Uint8Array {
  return Uint8Array.from({ length: 2 * count }, (_, at) =>
    (at % 2 === 0 ? at / 2 < evenZeros : (at - 1) / 2 >= count - oddZeros) ? 0 : 0x61,
  );
}

test('without a mark, text is UTF-16 if most of every other byte is zero, and few of the rest', () => {
  const isUtf16 = (evenZeros: number, oddZeros: number, count = 10) =>
    decodeText(pairs(evenZeros, oddZeros, count), '').length === count;
  assert.deepEqual([isUtf16(0, 7), isUtf16(0, 8), isUtf16(7, 0), isUtf16(8, 0)], [false, true, false, true]);
  assert.deepEqual([isUtf16(1, 8), isUtf16(8, 1), isUtf16(8, 8)], [false, false, false]);
  assert.deepEqual([isUtf16(1, 18, 20), isUtf16(2, 18, 20)], [true, false]);
  assert.deepEqual([isUtf16(18, 1, 20), isUtf16(18, 2, 20)], [true, false]);
  assert.deepEqual([isUtf16(0, 3, 3), isUtf16(0, 4, 4)], [false, true]);
  assert.equal(decodeText(pairs(0, 10), ''), 'a'.repeat(10));
  assert.equal(decodeText(pairs(10, 0), ''), 'a'.repeat(10));
});

/** The decoded form of "При" in windows-1251 after this head. */
const decodedAfter = (head: string, type = '') =>
  decodeText(Buffer.concat([utf8(head), Buffer.from([0xcf, 0xf0, 0xe8])]), type).slice(head.length);

test('a declaration counts in each of its spellings, within the first four thousand bytes', () => {
  const meta = '<meta charset=windows-1251>';
  for (const head of [
    meta,
    `<META CHARSET = " windows-1251 ">`,
    `<meta name=a>\n<meta charset='cp1251'>`,
    `<meta charset=nonsense>${meta}`,
    ` <?xml version="1.0" encoding = 'windows-1251'?>`,
    `<?XML encoding="windows-1251"?><meta charset=koi8-r>`,
    `${' '.repeat(4096 - meta.length)}${meta}`,
  ])
    assert.equal(decodedAfter(head), 'При', head);
  for (const head of [
    '',
    'charset=windows-1251',
    'a<?xml encoding="windows-1251"?>',
    `${' '.repeat(4097 - meta.length)}${meta}`,
    `<?xml encoding="nonsense"?>${meta}`,
  ])
    assert.equal(decodedAfter(head), 'Ïðè', head);
  assert.equal(decodedAfter('', 'text/html; Charset = "windows-1251"'), 'При');
  assert.equal(decodedAfter(meta, 'text/html; charset=nonsense'), 'При');
});

test('a page that declares itself UTF-16 in ASCII is UTF-8, and ISO-2022 is believed', () => {
  const broken = Buffer.concat([utf8('<meta charset=utf-16le>äöü'), Buffer.from([0xff])]);
  assert.match(decodeText(broken, ''), /äöü\ufffd$/);
  const escaped = Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]);
  assert.equal(decodeText(escaped, 'text/html; charset=iso-2022-jp'), '日本');
});

test('as many broken bytes as other characters are mistakes, more are another encoding', () => {
  const decoded = (text: string, ...broken: number[]) =>
    decodeText(Buffer.concat([utf8(text), Buffer.from(broken)]), 'text/html; charset=utf-8');
  assert.equal(decoded('ä', 0xff), 'ä\ufffd');
  assert.equal(decoded('ä', 0xff, 0xff), 'Ã¤ÿÿ');
  assert.equal(decoded('\u0080', 0xff), '\u0080\ufffd');
  assert.equal(decoded('\ufffc', 0xff), '\ufffc\ufffd');
  assert.equal(decoded('a\u007f', 0xff), 'a\u007fÿ');
});

/** A short page without a declaration, whose menu is English. */
function undeclared(label: string, text: string): Buffer {
  const [head, foot] = [
    '<!doctype html><title>Guide</title><nav><a href=/>Home</a> News</nav><p>',
    '</p><footer>2024',
  ];
  return Buffer.concat([utf8(head), encodeAs(label, text), utf8(foot)]);
}

const JAPANESE = '市場は毎朝八時に開きます。魚と野菜を売る店が三十軒あり、日曜日は休みです。';
const SIMPLIFIED = '市场每天早上八点开门。这里有三十家店铺卖鱼和蔬菜，星期天休息。';

const RUSSIAN = 'Рынок открыт каждый день с восьми часов утра. Рыбу и овощи продают тридцать лавок.';

test('recognises an encoding that nothing declares, or that the bytes contradict', () => {
  for (const [label, text] of [
    ['shift_jis', JAPANESE],
    ['koi8-r', RUSSIAN],
    ['gb18030', SIMPLIFIED],
    ['windows-1252', 'Der Markt öffnet täglich um acht Uhr. Dreißig Läden verkaufen Fisch und Gemüse.'],
  ] as const) {
    assert.ok(decodeText(undeclared(label, text), 'text/html').includes(text), label);
    assert.equal(decodeText(encodeAs(label, text), 'text/plain'), text);
    assert.ok(decodeText(undeclared(label, text), 'text/html; charset=utf-8').includes(text), label);
  }
});
test('a few bytes beyond ASCII are no other language', () => {
  for (const [bytes, text] of [
    ['Caf\xe9 bar', 'Café bar'],
    ['\xa9 2024 Smith', '© 2024 Smith'],
    ['50 \xb0C', '50 °C'],
    ['\x93Quote\x94', '“Quote”'],
    ['1\xbd cups', '1½ cups'],
  ] as const)
    assert.equal(decodeText(Buffer.from(bytes, 'latin1'), 'text/plain'), text);
});

test('reads UTF-8 with a broken byte where nothing is declared', () => {
  const page = Buffer.concat([utf8(RUSSIAN), Buffer.from([0xff]), utf8(RUSSIAN)]);
  assert.equal(decodeText(page, 'text/html'), `${RUSSIAN}\ufffd${RUSSIAN}`);
});
