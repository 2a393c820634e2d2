import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
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

test('reads East Asian pages by the charset they declare', () => {
  const page = (label: string, ...bytes: number[]) =>
    Buffer.concat([
      utf8(`<meta http-equiv="Content-Type" content="text/html; charset=${label}">`),
      Buffer.from(bytes),
    ]);
  assert.match(decodeText(page('gb2312', 0xd6, 0xd0, 0xb9, 0xfa), ''), /中国$/);
  assert.match(decodeText(page('Shift_JIS', 0x93, 0xfa, 0x96, 0x7b), ''), /日本$/);
  assert.match(decodeText(page('euc-jp', 0xc6, 0xfc, 0xcb, 0xdc), ''), /日本$/);
  assert.match(decodeText(page('euc-kr', 0xc7, 0xd1, 0xb1, 0xb9), ''), /한국$/);
  assert.match(decodeText(page('big5', 0xa4, 0xa4, 0xa4, 0xe5), ''), /中文$/);
});

test('reads UTF-16 with and without a byte order mark', () => {
  assert.equal(decodeText(Buffer.from('\ufeff<p>größe</p>', 'utf16le'), ''), '<p>größe</p>');
  assert.equal(decodeText(Buffer.from('<p>größe</p>', 'utf16le'), ''), '<p>größe</p>');
});

test('keeps UTF-8 with one broken byte, and falls back to windows-1252', () => {
  assert.equal(
    decodeText(Buffer.concat([utf8('äöü'), Buffer.from([0xff])]), 'text/html; charset=utf-8'),
    'äöü\ufffd',
  );
  assert.equal(decodeText(Buffer.from([0x93, 0x61, 0xe9, 0x94]), 'text/html; charset=utf-8'), '“aé”');
  assert.equal(decodeText(Buffer.from([0x80, 0xe9]), 'text/plain; charset=nonsense'), '€é');
});

test('reads UTF-8 that is cut inside a character', () => {
  const cut = utf8('schön, schö').subarray(0, -1);
  for (const type of ['text/html', 'text/html; charset=utf-8'])
    assert.equal(decodeText(cut, type), 'schön, sch');
});

test('decodes any bytes with any label', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (bytes, label) => {
      decodeText(bytes, `text/html; charset=${label}`);
    }),
  );
});
