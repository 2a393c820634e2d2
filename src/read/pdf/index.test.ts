import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { assertUnpacksLittle, quickPdfBombs } from '../../../test/support/pdf-bombs.ts';
import { greyImage, type SmallPdf, smallPdf, stream } from '../../../test/support/small-pdf.ts';
import { readPdf, WEB_PDF } from './index.ts';

const { signal } = new AbortController();
const BOUNDS = { ...WEB_PDF, maxMs: 60_000 };

/** A page that shows these lines, one below the other. */
const lines = (...texts: readonly string[]) =>
  `BT /F1 12 Tf 14 TL 72 700 Td ${texts.map((text) => `(${text}) Tj T*`).join(' ')} ET`;

async function read(...texts: readonly string[]) {
  return readPdf(smallPdf({ content: lines(...texts) }), BOUNDS, signal);
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
  return readPdf(bytes, BOUNDS, signal);
}

test('a document states its title and its day', async () => {
  const { title, publishedAt, ...rest } = await withInfo(
    "/Title( A paper )/CreationDate(D:20240131120000+01'00')",
  );
  assert.deepEqual([title, publishedAt], ['A paper', '2024-01-31']);
  assert.deepEqual(rest, { text: LONG, remark: null });
  const blank = await withInfo('/Title( )/CreationDate(2024-01-31)');
  assert.deepEqual([blank.title, blank.publishedAt], [LONG, null]);
});

test('reading stops at its limits and with its caller, and reports the missing pages', async () => {
  const pdf = smallPdf({ content: lines(LONG) });
  const none = await readPdf(pdf, { ...BOUNDS, maxMs: 0 }, signal);
  assert.deepEqual([none.text, none.remark], ['', 'only the first 0 of its 1 pages were read']);
  assert.equal((await readPdf(pdf, { ...BOUNDS, maxPages: 1 }, signal)).remark, null);
  const left = new Error('left');
  await assert.rejects(readPdf(pdf, BOUNDS, AbortSignal.abort(left)), (error) => error === left);
});

for (const name of quickPdfBombs)
  test(`no more is unpacked than may be, however it is packed: ${name}`, () => assertUnpacksLittle(name));

test('the pages before one that unpacks to too much are read, and PDFs after it as well', async () => {
  const text = 'a line of the first page';
  const blanks = deflateSync(Buffer.alloc(100_000_000, ' ')).toString('latin1');
  const objects = {
    10: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 11 0 R>>',
    11: stream('/Filter/FlateDecode', blanks),
  };
  const pdf = smallPdf({ content: lines(text), objects }).toString('latin1');
  const bytes = Buffer.from(pdf.replace('[3 0 R]/Count 1', '[3 0 R 10 0 R]/Count 2'), 'latin1');
  const [found, next] = await Promise.all([readPdf(bytes, BOUNDS, signal), read(text)]);
  assert.equal(found.text, text);
  assert.equal(found.remark, 'only the first 1 of its 2 pages were read');
  assert.equal(next.text, text);
});

test('a stream that is packed twice is read', async () => {
  const packed = deflateSync(deflateSync(lines(LONG))).toString('latin1');
  const content = '/Filter[/FlateDecode/FlateDecode]';
  const pdf = smallPdf({ content: 'CONTENT' }).toString('latin1');
  const bytes = Buffer.from(
    pdf.replace(/4 0 obj.*?endstream /s, `4 0 obj${stream(content, packed)}`),
    'latin1',
  );
  assert.equal((await readPdf(bytes, BOUNDS, signal)).text, LONG);
});

const SHOWN: Readonly<Record<string, SmallPdf>> = {
  'in white on a dark rectangle': {
    content: '0 0 .4 rg 60 690 300 30 re f 1 g BT /F1 12 Tf 72 700 Td (plain to see) Tj ET',
  },
  'that is turned by a right angle': { content: 'BT /F1 10 Tf 0 1 -1 0 72 300 Tm (plain to see) Tj ET' },
  'on the text layer of a scan': {
    content: 'q 612 0 0 792 0 0 cm /Im Do Q BT 3 Tr /F1 12 Tf 72 700 Td (plain to see) Tj ET',
    resources: '/XObject<</Im 10 0 R>>',
    objects: { 10: greyImage(100) },
  },
  'in an outline within a clip': {
    content: 'q 60 690 300 30 re W n BT 1 Tr /F1 12 Tf 72 700 Td (plain to see) Tj ET Q',
  },
  'with spacing of letters, words and lines': {
    content: 'BT /F1 12 Tf 1 Tc 2 Tw 90 Tz 14 TL 2 Ts 72 700 Td [(plain) -500 (to)] TJ T* (see) Tj ET',
  },
};
for (const [name, pdf] of Object.entries(SHOWN))
  test(`text is read ${name}`, async () => {
    assert.equal((await readPdf(smallPdf(pdf), BOUNDS, signal)).text.replace(/\s+/g, ' '), 'plain to see');
  });

/** A page that writes each of these at its place. */
const placed = (...parts: readonly (readonly [x: number, y: number, text: string])[]) =>
  smallPdf({ content: parts.map(([x, y, text]) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`).join(' ') });
const wordsOf = async (pdf: Buffer) => (await readPdf(pdf, BOUNDS, signal)).text.replace(/\s+/g, ' ');

test('what stands above is read first, in whatever order the file has it, and columns are not mixed', async () => {
  assert.equal(
    await wordsOf(placed([72, 40, 'foot'], [72, 700, 'one'], [72, 680, 'two'], [72, 760, 'head'])),
    'head one two foot',
  );
  assert.equal(
    await wordsOf(
      placed(
        [72, 700, 'left'],
        [72, 680, 'below'],
        [320, 700, 'right'],
        [320, 680, 'end'],
        [72, 760, 'head'],
      ),
    ),
    'head left below right end',
  );
});

test('a page of very many places is read in time, in the order of the file', async () => {
  const parts = Array.from({ length: 3_000 }, (_, at) => [72, 10 + 40 * (at % 19), `n${at}`] as const);
  assert.match(await wordsOf(placed(...parts)), /^n0 n1 n2 /);
});
