import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallPdf } from '../../test/support/small-pdf.ts';
import { readPdf } from './pdf.ts';

const { signal } = new AbortController();
const BOUNDS = { maxPages: 30, maxMs: 60_000 };

/** A page that shows these lines, one below the other. */
const lines = (...texts: readonly string[]) =>
  `BT /F1 12 Tf 14 TL 72 700 Td ${texts.map((text) => `(${text}) Tj T*`).join(' ')} ET`;

async function read(...texts: readonly string[]) {
  return (await readPdf(smallPdf({ content: lines(...texts) }), BOUNDS, signal)).extracted;
}

const LONG = 'a line that is as long as most of the others';

test('lines are joined, and one much shorter than most ends its paragraph', async () => {
  const { text } = await read(LONG, LONG, 'a short line', LONG, LONG);
  assert.equal(text, `${LONG} ${LONG} a short line\n\n${LONG} ${LONG}`);
  const [most, just] = ['b'.repeat(20), 'c'.repeat(14)];
  assert.equal((await read(most, most, just, most)).text, `${most} ${most} ${just} ${most}`);
  const under = 'c'.repeat(13);
  assert.equal((await read(most, most, under, most)).text, `${most} ${most} ${under}\n\n${most}`);
});

test('most of the lines decide how long a usual one is', async () => {
  const [short, long] = ['s'.repeat(10), 'l'.repeat(40)];
  assert.equal((await read(short, short, short, long)).text, `${short}\n\n${short}\n\n${short}\n\n${long}`);
  assert.equal(
    (await read(short, short, short, short, long)).text,
    [short, short, short, short, long].join(' '),
  );
});

test('a word that is hyphenated at the end of a line is one word, other hyphens stay', async () => {
  const end = 'this line ends within a hyphen-';
  assert.equal(
    (await read(end, 'ated word of the same length')).text,
    `${end.slice(0, -1)}ated word of the same length`,
  );
  const range = 'this line ends with the year 1999-';
  assert.equal(
    (await read(range, 'and this line with nothing more')).text,
    `${range} and this line with nothing more`,
  );
});

test('without a title of its own, the first line is the title, up to 200 characters', async () => {
  assert.equal((await read('The title', LONG, LONG)).title, 'The title');
  assert.equal((await read('i'.repeat(201))).title, 'i'.repeat(200));
});

/** Reads a document of one page whose information dictionary has these entries. */
async function withInfo(entries: string) {
  const pdf = smallPdf({ content: lines(LONG), objects: { 10: `<<${entries}>>` } }).toString('latin1');
  const bytes = Buffer.from(pdf.replace(/trailer<</, 'trailer<</Info 10 0 R'), 'latin1');
  return (await readPdf(bytes, BOUNDS, signal)).extracted;
}

test('a document states its title and its day', async () => {
  const { title, publishedAt, ...rest } = await withInfo(
    "/Title( A paper )/CreationDate(D:20240131120000+01'00')",
  );
  assert.deepEqual([title, publishedAt], ['A paper', '2024-01-31']);
  assert.deepEqual(rest, { text: LONG, language: null, siteName: null, author: null });
  const blank = await withInfo('/Title( )/CreationDate(2024-01-31)');
  assert.deepEqual([blank.title, blank.publishedAt], [LONG, null]);
});

test('reading stops at its limits and with its caller, and reports the missing pages', async () => {
  const pdf = smallPdf({ content: lines(LONG) });
  const none = await readPdf(pdf, { ...BOUNDS, maxMs: 0 }, signal);
  assert.deepEqual([none.extracted.text, none.remark], ['', 'only the first 0 of its 1 pages were read']);
  assert.equal((await readPdf(pdf, { ...BOUNDS, maxPages: 1 }, signal)).remark, null);
  const left = new Error('left');
  await assert.rejects(readPdf(pdf, BOUNDS, AbortSignal.abort(left)), (error) => error === left);
});
