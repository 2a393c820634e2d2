import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeTextFile } from './read-file-document.ts';

const GERMAN = 'Der Übergiraffe wohnt in Köln; größer als 5° und über 3 µm.';
const REMARK = 'it is not UTF-8 and was read as Windows-1252; save it as UTF-8';
const NOT_UTF_8 = { reason: 'it is not UTF-8 text; save it as UTF-8' };

/** Swaps the bytes of each unit, for the other byte order. */
const utf16 = (text: string, isBigEndian = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

test('UTF-8 and marked UTF-16 are read exactly, without the mark', () => {
  const text = `${GERMAN} 文書 🦒`;
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16(text), utf16(text, true)])
    assert.deepEqual(decodeTextFile(bytes), { content: text });
  assert.deepEqual(decodeTextFile(Buffer.alloc(0)), { content: '' });
});

test('Latin-1 and Windows-1252 are read, with a remark', () => {
  assert.deepEqual(decodeTextFile(Buffer.from(GERMAN, 'latin1')), { content: GERMAN, remark: REMARK });
  const quoted = Buffer.from([0x93, 0x64, 0xe9, 0x6a, 0xe0, 0x20, 0x76, 0x75, 0x21, 0x94]);
  assert.deepEqual(decodeTextFile(quoted), { content: '“déjà vu!”', remark: REMARK });
});

test('text of another alphabet, of another encoding or cut off is refused rather than garbled', () => {
  const russian = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0];
  const polish = Buffer.from('Kr\xf3l wszed\xb3 na ma\xb3\xb1 g\xf3r\xea.', 'latin1');
  const shiftJis = [0x93, 0x8c, 0x8b, 0x9e, 0x82, 0xcd, 0x93, 0xfa, 0x96, 0x7b];
  for (const bytes of [Buffer.from(russian), polish, Buffer.from(shiftJis), utf16('abc').subarray(0, 7)])
    assert.deepEqual(decodeTextFile(bytes), NOT_UTF_8);
});

test('binary files are not text', () => {
  assert.deepEqual(decodeTextFile(Buffer.from([80, 75, 0, 1])), { reason: 'it is binary, not text' });
  assert.deepEqual(decodeTextFile(Buffer.from([0x50, 0x4b, 0xff, 0, 0x81])), NOT_UTF_8);
});
