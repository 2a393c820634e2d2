import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { zipFile } from '../../test/support/zip-file.ts';
import { type BundleFormat, readBundle } from './read-bundle.ts';

const { signal } = new AbortController();
const read = (format: BundleFormat, bytes: Buffer, path = `sub/my_file.${format}`) =>
  readBundle({ path, bytes, format }, null, signal);

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
  assert.deepEqual(await read('docx', docx(body)), {
    path: 'sub/my_file.docx',
    title: 'Island & guide',
    text: 'Island & guide.\n\nFood.\n\nIt eats leaves.\n\nMale, 4 kg',
  });
});

test('leaves out text of a Word document that is deleted, hidden or written twice', async () => {
  const run = (text: string, look = '') =>
    `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body =
    `<w:p>${run('One ')}<w:del>${run('deleted ')}</w:del>${run('hidden ', '<w:vanish/>')}` +
    `${run('two', '<w:vanish w:val="0"/>')}` +
    `<mc:Fallback>${run('again')}</mc:Fallback><w:r><w:tab/><w:t>three.</w:t></w:r></w:p>`;
  const found = await read('docx', docx(body));
  assert.equal('text' in found && found.text, 'One two three.');
});

test('takes the title from the properties, but no placeholder, and never from a section', async () => {
  const core = (title: string) => ({ 'docProps/core.xml': `<c><dc:title>${title}</dc:title></c>` });
  const body = paragraph('Some text.') + paragraph('Install', 'berschrift1');
  const titleOf = async (title: string) => {
    const found = await read('docx', docx(body, core(title)));
    return 'title' in found && found.title;
  };
  assert.equal(await titleOf('The handbook'), 'The handbook');
  for (const madeUp of ['', 'Document1', 'Microsoft Word - x.docx', 'untitled'])
    assert.equal(await titleOf(madeUp), 'my file');
});

test('reads an OpenDocument text that another program wrote', async () => {
  const file = new URL('../../test/support/documents/written-by-docutils.odt', import.meta.url);
  const found = await read('odt', await readFile(file));
  assert.ok('text' in found);
  assert.equal(found.title, 'Island guide');
  assert.match(found.text, /The quokka lives on Rottnest Island\.\n\nFood\.\n\nIt eats leaves\./);
  assert.match(found.text, /Name, Mass\n\nMale, 4 kg/);
});

test('leaves out deleted and hidden text, comments and notes of an OpenDocument text', async () => {
  const content =
    '<office:document-content><office:automatic-styles><style:style ' +
    'style:name="T1"><style:text-properties ' +
    'text:display="none"/></style:style></office:automatic-styles><office:body><office:text>' +
    '<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:p>One<text:s ' +
    'text:c="3"/>two<office:annotation><text:p>comment</text:p></office:annotation><text:span ' +
    'text:style-name="T1"> ' +
    'hidden</text:span><text:line-break/>three.</text:p></office:text></office:body>' +
    '</office:document-content>';
  const found = await read('odt', zipFile({ 'content.xml': content }));
  assert.equal('text' in found && found.text, 'One two\nthree.');
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
  const found = await read('epub', book);
  assert.ok('text' in found);
  assert.equal(found.title, 'The Island');
  assert.equal(found.text, 'One.\n\nFirst words.\nMore.\n\nLoose\n\nSecond.\n\na, b');
});

test('a book with more text than the longest text file is refused', async () => {
  const readBook = (each: number) => {
    const chapter = `<p>${'word '.repeat(each / 5)}</p>`;
    return read(
      'epub',
      zipFile({
        'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
        'book.opf':
          '<package><item id="a" href="a"/><item id="b" href="b"/><itemref idref="a"/><itemref idref="b"/></package>',
        ...{ a: chapter, b: chapter },
      }),
    );
  };
  assert.ok('text' in (await readBook(9_900_000)));
  const refused = await readBook(10_100_000);
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
  const found = await read('epub', book);
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
    const found = await read('docx', bytes);
    assert.match('reason' in found ? found.reason : 'read', words);
  }
});

test('does not expand entities that a file defines', async () => {
  const body = paragraph('&a;text');
  const xml =
    `<!DOCTYPE d [<!ENTITY a "boom boom"><!ENTITY x SYSTEM "file:///etc/passwd">]><w:document ${W}` +
    `><w:body>${body}${paragraph('&x;')}</w:body></w:document>`;
  const found = await read('docx', zipFile({ 'word/document.xml': xml }));
  assert.ok('text' in found && !/boom boom|root:/.test(found.text));
});
