import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { PdfTooLarge, readPdf, WEB_PDF } from '../../src/read/pdf/index.ts';
import { countArrays } from './count-arrays.ts';

const MEGABYTE = 1_000_000;

/** A stream object; `entries` are those of its dictionary, without the length. */
function stream(entries: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${content.length}>>stream\n`),
    content,
    Buffer.from('\nendstream '),
  ]);
}

/** A PDF of these objects, of which number 1 is the catalogue. It has no cross-reference table. */
function pdfOf(objects: Readonly<Record<number, string | Buffer>>): Buffer {
  const parts = Object.entries(objects).flatMap(([number, body]) => [
    Buffer.from(`${number} 0 obj`),
    Buffer.from(body),
    Buffer.from('endobj\n'),
  ]);
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from('trailer<</Root 1 0 R>>\n%%EOF')]);
}

const TEXT = 'BT /F1 12 Tf 72 700 Td (A page that shows one line of text.) Tj ET ';

/** What a page of one line of text has; every bomb changes some of it. */
type Bomb = {
  readonly contents?: string;
  readonly resources?: string;
  readonly catalog?: string;
  readonly font?: string;
  readonly objects: Readonly<Record<number, string | Buffer>>;
};

function page({ contents = '4 0 R', resources = '', catalog = '', font, objects }: Bomb): Buffer {
  return pdfOf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${contents}
      /Resources<</Font<</F1 5 0 R>>${resources}>>>>`,
    4: stream('', Buffer.from(TEXT)),
    5: font ?? '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  });
}

/** Bytes that unpack to `megabytes` of blanks, packed once for each filter. */
function packed(megabytes: number, times = 1): Buffer {
  let bytes: Buffer = deflateSync(Buffer.alloc(megabytes * MEGABYTE, ' '), { level: 9 });
  for (let time = 1; time < times; time++) bytes = deflateSync(bytes, { level: 9 });
  return bytes;
}

const FLATE = '/Filter/FlateDecode';
const SMALL_IMAGE = '/Type/XObject/Subtype/Image/Width 60/Height 60/ColorSpace/DeviceRGB/BitsPerComponent 8';
const each = (count: number) => Array.from({ length: count }, (_, at) => 10 + at);
const refs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ');

/** Runs of 128 blanks, for the filter of run lengths. */
function runs(megabytes: number): Buffer {
  return Buffer.alloc((megabytes * MEGABYTE) / 64, Buffer.from([129, 32]));
}

/** A JPEG of one component that states this many points on each side, and has data for a few. */
function jpegOf(side: number): Buffer {
  const size = [side >> 8, side & 255];
  const counts = [0, 1, ...Array<number>(14).fill(0)];
  return Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)],
    ...[0xff, 0xc0, 0, 17, 8, ...size, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0],
    ...[0xff, 0xc4, 0, 20, 0x00, ...counts.slice(1), 0, 0],
    ...[0xff, 0xc4, 0, 20, 0x10, ...counts.slice(1), 0, 0],
    ...[0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0],
    ...Array<number>(100_000).fill(0),
    ...[0xff, 0xd9],
  ]);
}

/** A page whose font is in an object stream, which a cross-reference stream names. */
function withObjectStream(): Buffer {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
  const blanks = Buffer.alloc(200 * MEGABYTE, ' ');
  const objects: Readonly<Record<number, string | Buffer>> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    4: stream('', Buffer.from(TEXT)),
    6: stream(
      `/Type/ObjStm/N 1/First 4${FLATE}`,
      deflateSync(Buffer.concat([Buffer.from(`5 0 ${font}`), blanks])),
    ),
  };
  let pdf = Buffer.from('%PDF-1.7\n');
  const rows = [[0, 0, 255]];
  for (let number = 1; number <= 7; number++) {
    // Object 5 is the first of those in object 6.
    rows[number] = number === 5 ? [2, 6, 0] : [1, pdf.length, 0];
    const body = objects[number];
    if (body !== undefined)
      pdf = Buffer.concat([pdf, Buffer.from(`${number} 0 obj`), Buffer.from(body), Buffer.from('endobj\n')]);
  }
  const table = Buffer.from(
    rows.flatMap(([kind = 0, at = 0, last = 0]) => [kind, at >> 16, (at >> 8) & 255, at & 255, last]),
  );
  const start = pdf.length;
  return Buffer.concat([
    pdf,
    Buffer.from('7 0 obj'),
    stream('/Type/XRef/Size 8/W[1 3 1]/Root 1 0 R', table),
    Buffer.from(`endobj\nstartxref\n${start}\n%%EOF`),
  ]);
}

/** PDFs of at most 2 MB that unpack to hundreds of megabytes, each in another way. */
export const pdfBombs: Readonly<Record<string, () => Buffer>> = {
  'nine streams of one page': () => {
    const part = stream(FLATE, packed(200));
    const numbers = each(9);
    return page({
      contents: `[${refs(numbers)}]`,
      objects: Object.fromEntries(numbers.map((number) => [number, part])),
    });
  },
  'a stream packed twice': () =>
    page({ objects: { 4: stream('/Filter[/FlateDecode/FlateDecode]', packed(200, 2)) } }),
  'runs in a packed stream': () =>
    page({ objects: { 4: stream('/Filter[/FlateDecode/RunLengthDecode]', deflateSync(runs(200))) } }),
  'a stream with a predictor': () =>
    page({
      objects: {
        4: stream(
          `${FLATE}/DecodeParms<</Predictor 12/Columns 1000000>>`,
          deflateSync(Buffer.alloc(200 * MEGABYTE)),
        ),
      },
    }),
  'hexadecimal digits in a packed stream': () =>
    page({
      objects: {
        4: stream('/Filter[/FlateDecode/ASCIIHexDecode]', deflateSync(Buffer.alloc(200 * MEGABYTE, '20'))),
      },
    }),
  'an object stream': withObjectStream,
  'the metadata': () =>
    page({
      catalog: '/Metadata 10 0 R',
      objects: { 10: stream(`/Type/Metadata/Subtype/XML${FLATE}`, packed(200)) },
    }),
  'a font file': () =>
    page({
      font: '<</Type/Font/Subtype/TrueType/BaseFont/Bomb/FontDescriptor 11 0 R>>',
      objects: {
        10: stream(FLATE, packed(200)),
        11: '<</Type/FontDescriptor/FontName/Bomb/Flags 32/FontFile2 10 0 R>>',
      },
    }),
  'the table of a font': () =>
    page({
      font: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 10 0 R>>',
      objects: { 10: stream(FLATE, packed(200)) },
    }),
  'an image': () =>
    page({
      contents: '[10 0 R 4 0 R]',
      resources: '/XObject<</I 11 0 R>>',
      objects: {
        10: stream('', Buffer.from('q 9 0 0 9 0 0 cm /I Do Q ')),
        11: stream(`${SMALL_IMAGE}${FLATE}`, packed(200)),
      },
    }),
  'a JPEG larger than its image': () =>
    page({
      contents: '[10 0 R 4 0 R]',
      resources: '/XObject<</I 11 0 R>>',
      objects: {
        10: stream('', Buffer.from('q 9 0 0 9 0 0 cm /I Do Q ')),
        11: stream(`${SMALL_IMAGE}/Filter/DCTDecode`, jpegOf(20_000)),
      },
    }),
  'a form that is shown many times': () =>
    page({
      contents: `[4 0 R ${Array<string>(60).fill('10 0 R').join(' ')}]`,
      resources: '/XObject<</X 11 0 R>>',
      objects: {
        10: stream('', Buffer.from('/X Do '.repeat(20))),
        11: stream(`/Type/XObject/Subtype/Form/BBox[0 0 9 9]${FLATE}`, packed(15)),
      },
    }),
};

/** One of each kind that is unpacked by code of its own; `test/slow` reads the others, a second for each. */
export const quickPdfBombs: readonly string[] = [
  'runs in a packed stream',
  'an object stream',
  'a JPEG larger than its image',
  'a form that is shown many times',
];

/** Reads the bomb with this name, and fails if its reader unpacks more than it may. */
export async function assertUnpacksLittle(name: string): Promise<void> {
  const { signal } = new AbortController();
  const bounds = { ...WEB_PDF, maxMs: 60_000 };
  const read = (bytes: Buffer) => readPdf(bytes, bounds, signal);
  // The parser is loaded before anything is counted.
  await read(page({ objects: {} }));
  const bytes = pdfBombs[name]?.() ?? assert.fail(name);
  assert.ok(bytes.length < 2_000_000);
  using arrays = countArrays();
  // Images are not unpacked at all.
  if (/image/i.test(name)) assert.match((await read(bytes)).text, /^A page that shows/);
  else await assert.rejects(read(bytes), PdfTooLarge);
  assert.ok(arrays.bytes() <= bounds.maxBytes + bounds.pageBytes, `${arrays.bytes()} bytes`);
  assert.equal(arrays.nativeStreams(), 0);
}
