import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { zipFile } from '../../test/support/zip-file.ts';
import { createReadFile, decodeTextFile, readFrontMatter } from './read-file.ts';

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

function fieldsOf(block: string): Record<string, string> {
  return Object.fromEntries(readFrontMatter(`---\n${block}\n---\nBody`).fields);
}

test('reads plain and quoted values', () => {
  assert.deepEqual(fieldsOf(`Title: Plain words # a comment\nurl: "https://a.example/x#y"\nby: 'O''Brien'`), {
    title: 'Plain words',
    url: 'https://a.example/x#y',
    by: "O'Brien",
  });
  assert.equal(fieldsOf('title: "a \\"b\\" c"').title, 'a "b" c');
  assert.equal(fieldsOf('url: https://a.example/x#y').url, 'https://a.example/x#y');
});

test('ignores lists and nested or multi-line values', () => {
  const fields = fieldsOf('title: >\n  folded\ntags:\n  - a\n  - b\nmore: [a, b]\nurl: https://a.example/');
  assert.equal(fields.title, '');
  assert.equal(fields.url, 'https://a.example/');
  assert.equal(fields.tags, undefined);
});

test('takes the text after the block as the body, also with Windows line ends', () => {
  assert.equal(readFrontMatter('---\na: b\n---\nBody\n').body, 'Body\n');
  const windows = readFrontMatter('---\r\na: b\r\n---\r\nBody');
  assert.equal(windows.body, 'Body');
  assert.equal(windows.fields.get('a'), 'b');
});

test('takes the whole text as the body if it does not start with a closed block', () => {
  for (const text of ['Body\n---\na: b\n---\n', '---\na: b\nno end', `---\n${'x\n'.repeat(200)}---\n`, '']) {
    assert.equal(readFrontMatter(text).body, text);
    assert.equal(readFrontMatter(text).fields.size, 0);
  }
});

test('never throws, and the text ends with the body, for any text', () => {
  const unit = fc.constantFrom('---\n', 'a: ', '"', "'", '\\', '\n', '\r\n', '#', ' ', 'x', '\0');
  fc.assert(fc.property(fc.string({ unit }), (text) => assert.ok(text.endsWith(readFrontMatter(text).body))));
});

const never = new AbortController().signal;
const base = new URL('https://docs.example/site/');

/** Reads a file that needs no reader of pages. */
async function read(path: string, content: string | Buffer, baseUrl: URL | null = null) {
  return await createReadFile(() => assert.fail('not a page'))(
    { path, bytes: Uint8Array.from(Buffer.from(content)), base: baseUrl?.href ?? null },
    never,
  );
}

test('prefers the url of the front matter, then the canonical link, then the base URL plus path', async () => {
  const link = '<link rel="canonical" href="https://c.example/">';
  const urlOf = async (content: string) => {
    const found = await read('a.md', content, base);
    return 'url' in found && found.url;
  };
  assert.equal(await urlOf(`---\nurl: https://f.example/\n---\n${link}\n\nText`), 'https://f.example/');
  assert.equal(await urlOf(`${link}\n\nText`), 'https://c.example/');
  assert.equal(await urlOf('Text'), 'https://docs.example/site/a.md');
});

test('a document without a usable URL keeps its path, and an unusable one is reported', async () => {
  assert.deepEqual(await read('sub/a b.md', 'Text'), {
    url: null,
    path: 'sub/a b.md',
    title: 'Text',
    text: 'Text',
  });
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', '/about/', 'https://u:p@a.example/']) {
    const found = await read('a.md', `---\nurl: ${url}\n---\nText`);
    assert.ok('path' in found && 'remark' in found && found.path === 'a.md');
    assert.match(found.remark ?? '', /^its address ".*" is not an http/);
  }
});

test('keeps the keywords of the front matter', async () => {
  const keywordsOf = async (content: string) => {
    const found = await read('a.md', content);
    return 'keywords' in found ? found.keywords : undefined;
  };
  assert.equal(await keywordsOf('---\nKeywords: one, two\n---\nText'), 'one, two');
  for (const fields of ['keywords:', 'keywords:one', ' keywords: one', 'x'])
    assert.equal(await keywordsOf(`---\n${fields}\n---\nText`), undefined, fields);
});

test('refuses a document without text', async () => {
  const content = '---\nurl: https://a.example/\n---\n\n![image](x.png)\n';
  assert.deepEqual(await read('a.md', content), { path: 'a.md', reason: 'it contains no text' });
});

test('takes the title from the front matter, the heading of the whole, the first line or the name', async () => {
  const titleOf = async (content: string, extension = 'md') => {
    const found = await read(`guide/user_guide-2.${extension}`, content);
    return 'title' in found ? found.title : found.reason;
  };
  assert.equal(await titleOf('---\ntitle: "One"\n---\n# Two\n\nThree'), 'One');
  assert.equal(await titleOf('Three\n\n# Two'), 'Two');
  assert.equal(await titleOf('\n\nThree\nfour', 'txt'), 'Three');
  assert.equal(await titleOf('```sh\n# deploy\n```\n\nRun it.'), 'user guide 2');
  assert.equal(await titleOf('```sh\n# deploy\n```\n\n# Three\n\nRun it.'), 'Three');
  assert.equal(await titleOf('## Install\n\nRun it.\n\n## Use\n\nUse it.'), 'user guide 2');
  assert.equal(await titleOf('## Handbook\n\nIt helps.\n\n### Install\n\nRun it.'), 'Handbook');
  assert.equal(await titleOf('## Install\n\nRun it.\n\n# Use\n\nUse it.'), 'user guide 2');
  assert.equal(
    await titleOf('![logo](x.png)\n\n<h1 align="center">\n  The <b>Tool</b>\n</h1>\n\n# Install'),
    'The Tool',
  );
  assert.equal(await titleOf('word '.repeat(1_000), 'txt'), 'user guide 2');
  assert.ok((await titleOf(`---\ntitle: ${'word '.repeat(100)}\n---\nText`)).length <= 120);
});

test('leaves plain text as it is', async () => {
  const found = await read('a.txt', '# no heading\r\n* star *');
  assert.equal('text' in found && found.text, '# no heading\n* star *');
});

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const docx = (body: string, more: Record<string, string> = {}) =>
  zipFile({
    'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml':
      `<w:styles ${W}><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style ` +
      'w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>',
    ...more,
  });

test('reads paragraphs, headings and tables of a Word document, in the order of the page', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const table = `<w:tbl><w:tr>${cell('Male')}${cell('4 kg')}</w:tr></w:tbl>`;
  const body =
    paragraph('Island &amp; guide', 'Titel') +
    paragraph('Food', 'berschrift1') +
    paragraph('It eats leaves.') +
    table;
  assert.deepEqual(await read('sub/my_file.docx', docx(body)), {
    url: null,
    path: 'sub/my_file.docx',
    title: 'Island & guide',
    text: 'Island & guide.\n\nFood.\n\nIt eats leaves.\n\nMale, 4 kg',
  });
});

test('takes the title from the properties, but no placeholder, and never from a section', async () => {
  const core = (title: string) => ({ 'docProps/core.xml': `<c><dc:title>${title}</dc:title></c>` });
  const body = paragraph('Some text.') + paragraph('Install', 'berschrift1');
  const titleOf = async (title: string) => {
    const found = await read('sub/my_file.docx', docx(body, core(title)));
    return 'title' in found && found.title;
  };
  assert.equal(await titleOf('The handbook'), 'The handbook');
  for (const madeUp of ['', 'Document1', 'Microsoft Word - x.docx', 'untitled'])
    assert.equal(await titleOf(madeUp), 'my file');
});

test('reads an OpenDocument text that another program wrote', async () => {
  const file = new URL('../../test/support/documents/written-by-docutils.odt', import.meta.url);
  const found = await read('sub/my_file.odt', await readFile(file));
  assert.ok('text' in found);
  assert.equal(found.title, 'Island guide');
  assert.match(found.text, /The quokka lives on Rottnest Island\.\n\nFood\.\n\nIt eats leaves\./);
  assert.match(found.text, /Name, Mass\n\nMale, 4 kg/);
});

test('reads the chapters of a book in the order of reading, without its contents', async () => {
  const page = (body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>No</title></head><body>${body}</body></html>`;
  const book = zipFile({
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf':
      '<package><metadata><dc:title>The <i>Island</i></dc:title></metadata><manifest><item id="n" ' +
      'href="nav.xhtml" properties="nav"/><item id="b" href="text/two%20b.xhtml"/><item id="a" ' +
      'href="text/one.xhtml"/></manifest><spine><itemref idref="n"/><itemref idref="a"/><itemref ' +
      'idref="b"/></spine></package>',
    'OPS/nav.xhtml': page('<p>Contents</p>'),
    'OPS/text/one.xhtml': page(
      '<h1>One</h1><p>First\n  words.<br/>More.</p><p hidden="">secret</p><script>x()</script>',
    ),
    'OPS/text/two b.xhtml': page(
      '<div>Loose<p>Second.</p></div><table><tr><td>a</td><td>b</td></tr></table>',
    ),
  });
  const found = await read('sub/my_file.epub', book);
  assert.ok('text' in found);
  assert.equal(found.title, 'The Island');
  assert.equal(found.text, 'One.\n\nFirst words.\nMore.\n\nLoose\n\nSecond.\n\na, b');
});

test('a book with more text than the longest text file is refused', async () => {
  const chapter = `<p>${'word '.repeat(2_020_000)}</p>`;
  const book = zipFile({
    'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
    'book.opf':
      '<package><item id="a" href="a"/><item id="b" href="b"/><itemref idref="a"/><itemref idref="b"/></package>',
    ...{ a: chapter, b: chapter },
  });
  const refused = await read('a.epub', book);
  assert.match('reason' in refused ? refused.reason : 'read', /too large/);
});

test('a chapter that a book lists again and again is read once', async () => {
  const item = '<item id="a" href="a.xhtml"/><item id="b" href="%61.xhtml"/>';
  const listed = '<itemref idref="a"/><itemref idref="b"/>'.repeat(20_000);
  const book = zipFile({
    'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
    'book.opf': `<package>${item}${listed}</package>`,
    'a.xhtml': '<p>Once.</p>',
  });
  const found = await read('sub/my_file.epub', book);
  assert.equal('text' in found && found.text, 'Once.');
});

test('refuses files that are damaged, of another kind, empty, or too large when unpacked', async () => {
  const bomb = Buffer.alloc(70_000_000);
  for (const [bytes, words] of [
    [Buffer.from('no zip file'), /cannot be opened/],
    [docx(paragraph('text')).subarray(0, 200), /cannot be opened/],
    [zipFile({ 'other.txt': 'text' }), /is not a \.docx file/],
    [docx(''), /contains no text/],
    [zipFile({ 'word/document.xml': bomb }), /too large/],
    // The zip file states a small size for this entry.
    [zipFile({ 'word/document.xml': bomb }, 1_000), /too large/],
  ] as const) {
    const found = await read('sub/my_file.docx', bytes);
    assert.match('reason' in found ? found.reason : 'read', words);
  }
});

test('does not expand entities that a file defines', async () => {
  const body = paragraph('&a;text');
  const xml =
    `<!DOCTYPE d [<!ENTITY a "boom boom"><!ENTITY x SYSTEM "file:///etc/passwd">]><w:document ${W}` +
    `><w:body>${body}${paragraph('&x;')}</w:body></w:document>`;
  const found = await read('sub/my_file.docx', zipFile({ 'word/document.xml': xml }));
  assert.ok('text' in found && !/boom boom|root:/.test(found.text));
});
