import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readArticle } from '@sayso/article';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { zipFile } from '../../test/support/zip-file.ts';
import { createReadFile, readFrontMatter } from './read-file.ts';
import type { ReadPage } from './read-page.ts';

const FORMATS = { 'text/markdown': 'markdown', 'text/plain': 'plain', 'text/html': 'html' } as const;

const readPage: ReadPage = async (bytes, contentType) => {
  const [type] = contentType.split(';') as [keyof typeof FORMATS];
  return {
    status: 'read',
    extracted: await readArticle(bytes, { contentType, format: FORMATS[type], full: true }),
  };
};

function fieldsOf(block: string): Record<string, string> {
  return Object.fromEntries(readFrontMatter(`---\n${block}\n---\nBody`));
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

test('front matter is only a closed block at the beginning, and reading it takes linear time', async () => {
  assert.equal(readFrontMatter('---\r\na: b\r\n---\r\nBody').get('a'), 'b');
  for (const text of ['Body\n---\na: b\n---\n', '---\na: b\nno end', ''])
    assert.equal(readFrontMatter(text).size, 0);
  const unit = fc.constantFrom('---\n', 'a: ', '"', "'", '\\', '\n', '\r\n', '#', ' ', 'x', '\0');
  fc.assert(fc.property(fc.string({ unit }), (text) => void readFrontMatter(`---\n${text}`)));
  for (const piece of ['\n', '---', ' ', 'a: "\\', "a: '", '\r'])
    await assertProportional(
      (chars) => readFrontMatter(`---\n${piece.repeat(chars / piece.length)}`),
      200_000,
      piece,
    );
});

const never = new AbortController().signal;
const base = new URL('https://docs.example/site/');

/** Reads a file that needs no reader of pages. */
async function read(path: string, content: string | Buffer, baseUrl: URL | null = null) {
  return await createReadFile(readPage)(
    { path, bytes: Uint8Array.from(Buffer.from(content)), base: baseUrl?.href ?? null },
    never,
  );
}

test('prefers the url of the front matter or the canonical link to the base URL plus path', async () => {
  const urlOf = async (path: string, content: string, baseUrl: URL | null = base) => {
    const found = await read(path, content, baseUrl);
    return 'url' in found && found.url;
  };
  const link = (href: string) =>
    `<link href=${href} rel='canonical'><link rel="icon" href="/i.png"><p>Text.</p>`;
  assert.equal(await urlOf('a.md', '---\nurl: https://f.example/\n---\nText'), 'https://f.example/');
  assert.equal(await urlOf('a.html', link('https://c.example/?x=1&amp;y=2')), 'https://c.example/?x=1&y=2');
  assert.equal(await urlOf('a.html', link('/about')), 'https://docs.example/about');
  assert.equal(await urlOf('a.html', link('/about'), null), null);
  assert.equal(await urlOf('a.md', 'Text'), 'https://docs.example/site/a.md');
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

test('takes the title from the front matter, the text or the name, of at most 120 characters', async () => {
  const titleOf = async (content: string, extension = 'md') => {
    const found = await read(`guide/user_guide-2.${extension}`, content);
    return 'title' in found ? found.title : found.reason;
  };
  assert.equal(await titleOf('---\ntitle: "One"\n---\n# Two\n\nThree'), 'One');
  assert.equal(await titleOf('Three\n\n# Two'), 'Two');
  assert.equal(await titleOf('\n\nThree\nfour', 'txt'), 'Three');
  assert.equal(await titleOf('## Install\n\nRun it.\n\n## Use\n\nUse it.'), 'user guide 2');
  assert.equal(await titleOf('word '.repeat(1_000), 'txt'), 'user guide 2');
  assert.equal(await titleOf('<title>untitled</title><p>Text.</p>', 'html'), 'user guide 2');
  assert.ok((await titleOf(`---\ntitle: ${'word '.repeat(100)}\n---\nText`)).length <= 120);
});

test('leaves plain text as it is', async () => {
  const found = await read('a.txt', '# no heading\r\n* star *');
  assert.equal('text' in found && found.text, '# no heading\n* star *');
});

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string, look = '') => `<w:r><w:rPr>${look}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${text.startsWith('<') || text === '' ? text : run(text)}</w:p>`;
const document = (body: string) =>
  `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`;
const STYLES =
  `<w:styles ${W}><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style ` +
  'w:styleId="berschrift1"><w:name w:val="Heading 1"/></w:style></w:styles>';
const docx = (body: string, more: Record<string, string> = {}) =>
  zipFile({ 'word/document.xml': document(body), 'word/styles.xml': STYLES, ...more });

/** What is read, as far as it matters here. */
async function shown(path: string, content: Buffer) {
  const found = await read(path, content);
  return 'text' in found ? { title: found.title, text: found.text } : found.reason;
}

test('reads paragraphs, headings and tables of a Word document, in the order of the page', async () => {
  const cell = (inside: string) => `<w:tc>${inside}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.map((each) => cell(paragraph(each))).join('')}</w:tr>`;
  const body =
    paragraph('Island &amp; guide', 'Titel') +
    paragraph('Food', 'berschrift1') +
    paragraph('It eats leaves.') +
    `<w:tbl><w:tblPr><w:tblLook w:firstRow="1"/></w:tblPr>${row('Sex', 'Age', 'Mass')}${row('male', '3 years', '4 kg')}</w:tbl>`;
  assert.deepEqual(await read('sub/my_file.docx', docx(body)), {
    url: null,
    path: 'sub/my_file.docx',
    title: 'Island & guide',
    text: 'Island & guide\n\nFood: It eats leaves.\n\nSex: male; Age: 3 years; Mass: 4 kg',
  });
});

test('takes the title of a Word document from its properties, its title or a heading at its beginning', async () => {
  const core = (title: string) => ({ 'docProps/core.xml': `<c><dc:title>${title}</dc:title></c>` });
  const titleOf = async (body: string, more = {}) => {
    const found = await shown('sub/my_file.docx', docx(body, more));
    return typeof found === 'string' ? found : found.title;
  };
  const [title, heading] = [paragraph('Handbook', 'Titel'), paragraph('Install', 'berschrift1')];
  const text = paragraph('Some text.');
  assert.equal(await titleOf(title + text, core('The handbook')), 'The handbook');
  for (const madeUp of ['', 'Document1', 'Microsoft Word - x.docx', 'untitled'])
    assert.equal(await titleOf(title + text, core(madeUp)), 'Handbook');
  assert.equal(await titleOf(paragraph('', 'Titel') + text + title), 'Handbook');
  for (const first of [heading, paragraph('Install', 'heading1')])
    assert.equal(await titleOf(first + text), 'Install');
  assert.equal(await titleOf(text + heading + text), 'my file', 'that of a section');
});

test('signs of a Word document become text; hidden, deleted and repeated text is left out at any depth', async () => {
  const body = paragraph(
    [
      run('a'),
      '<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r>',
      ...['', ' w:val="1"'].map((value) => run('hidden', `<w:vanish${value}/>`)),
      ...['0', 'false', 'off'].map((value) => run('e', `<w:vanish w:val="${value}"/>`)),
      `<w:del>${run('deleted')}<w:x>${run('deleted')}</w:x></w:del>`,
      `<w:moveFrom>${run('moved')}</w:moveFrom><w:instrText>code</w:instrText>`,
      `<mc:Fallback>${run('again')}</mc:Fallback>\n between ${run('f')}`,
    ].join(''),
  );
  assert.deepEqual(await shown('a.docx', docx(body)), { title: 'a', text: 'a b, c-deeef' });
});

test('the text of a Word document is where its package declares it', async () => {
  const relations =
    '<Relationship Type="http://x/theme" Target="theme.xml"/>' +
    '<Relationship Type="http://x/officeDocument" Target="/other/main.xml"/>';
  const files = { '_rels/.rels': relations, 'other/main.xml': document(paragraph('T', 'Titel')) };
  const found = await shown('a.docx', zipFile({ ...files, 'other/styles.xml': STYLES }));
  assert.deepEqual(found, { title: 'T', text: 'T' });
});

test('reads an OpenDocument text that another program wrote', async () => {
  const file = new URL('../../test/support/documents/written-by-docutils.odt', import.meta.url);
  const found = await read('sub/my_file.odt', await readFile(file));
  assert.ok('text' in found);
  assert.equal(found.title, 'Island guide');
  assert.match(found.text, /The quokka lives on Rottnest Island\.\n\nFood: It eats leaves\./);
  assert.match(found.text, /Name: Male; Mass: 4 kg/);
});

test('signs of an OpenDocument text become text; notes, comments and hidden text are left out', async () => {
  const styles =
    '<style:style style:name="T1"><style:text-properties text:display="none"/></style:style>' +
    '<style:style style:name="P1" style:parent-style-name="Title"/>';
  const skipped = ['tracked-changes', 'note', 'hidden-text', 'hidden-paragraph']
    .map((name) => `<text:${name}><text:p>no<text:span>no</text:span></text:p></text:${name}>`)
    .join('');
  const body =
    '<text:p text:style-name="P1"></text:p><text:p text:style-name="P1">Guide</text:p>' +
    `<text:p>a<text:s/>b<text:tab/>c<text:line-break/>d${skipped}<office:annotation>no</office:annotation>` +
    '<text:span text:style-name="T1">no<text:s/></text:span><text:span>e</text:span>f</text:p>' +
    '<text:h text:outline-level="2">Food</text:h><text:p>Leaves and bark.</text:p>';
  const odt = (inside: string) =>
    zipFile({ 'content.xml': `<c><s>${styles}</s><office:text>${inside}</office:text></c>` });
  assert.deepEqual(await shown('my_file.odt', odt(body)), {
    title: 'Guide',
    text: 'Guide: a b c, def\n\nFood: Leaves and bark.',
  });
  for (const [level, title] of [
    ['1', 'S'],
    ['2', 'my file'],
  ] as const) {
    const found = await shown(
      'my_file.odt',
      odt(`<text:section><text:h text:outline-level="${level}">S</text:h><text:p>x</text:p></text:section>`),
    );
    assert.equal(typeof found === 'object' && found.title, title);
  }
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
    'OPS/text/two b.xhtml': page('<div>Loose<p>Second.</p><a id="x"/><script/></div><p>The end.</p>'),
  });
  const found = await read('sub/my_file.epub', book);
  assert.ok('text' in found);
  assert.equal(found.title, 'The Island');
  assert.equal(found.text, 'One: First words. More.\n\nLoose: Second.\n\nThe end.');
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
    [docx('<w:p>'.repeat(5_000)), /too large/],
    [docx(`<w:p${Array.from({ length: 1_001 }, (_, at) => ` a${at}=""`).join('')}/>`), /too large/],
    [docx('<w:p/>'.repeat(1_000_001)), /too large/],
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
