import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocx, readOdt } from './office-files.ts';
import type { ZipEntries } from './zip-of-xml.ts';

/** A zip file with these files. */
const zipOf = (files: Readonly<Record<string, string>>) =>
  ({ readText: async (path: string) => files[path] ?? null }) as unknown as ZipEntries;

const run = (text: string, look = '') => `<w:r>${look}<w:t>${text}</w:t></w:r>`;
const paragraph = (style: string, ...runs: readonly string[]) =>
  `<w:p>${style && `<w:pStyle w:val="${style}"/>`}${runs.join('')}</w:p>`;
const word = (body: string, more: Readonly<Record<string, string>> = {}) =>
  readDocx(zipOf({ 'word/document.xml': `<w:body>${body}</w:body>`, ...more }));

test('Word: titles come from the properties, the style of titles, or a heading at the start', async () => {
  const core = { 'docProps/core.xml': '<c><dc:title>P</dc:title></c>' };
  const titlesOf = async (body: string, more = {}) => (await word(body, more))?.titles;
  const [title, heading] = [paragraph('Title', run('T')), paragraph('Heading 1', run('H'))];
  const text = paragraph('', run('x'));
  assert.deepEqual(await titlesOf(text), [null, null, null]);
  assert.deepEqual(await titlesOf(title + text + paragraph('title', run('second')), core), ['P', 'T', null]);
  assert.deepEqual(await titlesOf(heading + text), [null, null, 'H']);
  assert.deepEqual(await titlesOf(text + heading), [null, null, null]);
  assert.deepEqual(await titlesOf(paragraph('Heading 2', run('H')) + text), [null, null, null]);
  assert.deepEqual(await titlesOf(paragraph('Title') + text + title), [null, 'T', null]);
  assert.deepEqual(await titlesOf(paragraph('Heading 1') + heading), [null, null, 'H']);
});

test('Word: headings end like sentences, by the name of their style in any language', async () => {
  const styles =
    '<w:style w:styleId="Titel"><w:name w:val="Title"/><w:name w:val="other"/></w:style>' +
    '<w:style w:styleId="b2"><w:name w:val="Heading 2"/></w:style>';
  const body = ['Titel', 'b2', 'heading 3', 'Normal', ''].map((style) => paragraph(style, run('x'))).join('');
  const found = await word(body, { 'word/styles.xml': styles });
  assert.equal(found?.text, 'x.\n\nx.\n\nx.\n\nx\n\nx');
  assert.equal(found?.titles[1], 'x');
});

test('Word: signs become text; hidden, deleted and repeated text is left out at any depth', async () => {
  const body = paragraph(
    '',
    run('a'),
    '<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t></w:r>',
    run('hidden', '<w:vanish/>'),
    run('hidden', '<w:vanish w:val="1"/>'),
    run('f', '<w:vanish w:val="0"/>'),
    run('g', '<w:vanish w:val="false"/>'),
    run('h', '<w:vanish w:val="off"/>'),
    `<w:del>${run('deleted')}<w:x>${run('deleted')}</w:x></w:del>`,
    `<w:moveFrom>${run('moved')}</w:moveFrom><w:instrText>code</w:instrText>`,
    `<mc:Fallback>${run('again')}</mc:Fallback>`,
    'between',
    run('i'),
    '<w:r><w:vanish/><w:tab/><w:t>hidden</w:t></w:r>',
    run('j'),
  );
  assert.equal((await word(body))?.text, 'a b\nc\nd-efghij');
});

test('Word: a row is a line, and a table in a cell is part of the cell', async () => {
  const cell = (inside: string) => `<w:tc>${inside}</w:tc>`;
  const row = (...cells: readonly string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
  const text = (...words: readonly string[]) => words.map((each) => paragraph('', run(each))).join('');
  const inner = row(text('c'), text('d'));
  assert.equal(
    (await word(row(text('a', 'b'), `${inner}${inner}`, text('')) + row(text('')) + text('e')))?.text,
    'a b, c, d c, d\n\ne',
  );
});

test('Word: the text is where the package declares it, and a package without it has none', async () => {
  const relations =
    '<Relationship Type="http://x/theme" Target="theme.xml"/>' +
    '<Relationship Type="http://x/officeDocument" Target="/other/main.xml"/>';
  const found = await readDocx(
    zipOf({
      '_rels/.rels': relations,
      'other/main.xml': paragraph('T1', run('x')),
      'other/styles.xml': '<w:style w:styleId="T1"><w:name w:val="Title"/></w:style>',
    }),
  );
  assert.deepEqual(found, { text: 'x.', titles: [null, 'x', null] });
  assert.equal(await readDocx(zipOf({ '_rels/.rels': relations, 'word/document.xml': 'x' })), null);
  assert.equal(await readDocx(zipOf({})), null);
});

const odt = (body: string, styles = '', more: Readonly<Record<string, string>> = {}) =>
  readOdt(zipOf({ 'content.xml': `<c><s>${styles}</s><office:text>${body}</office:text></c>`, ...more }));

test(
  'OpenDocument: titles come from the properties, the style of titles, and a heading that begins the ' +
    'text',
  async () => {
    const styles = '<style:style style:name="P1" style:parent-style-name="Title"/>';
    const heading = '<text:h>H</text:h>';
    const meta = { 'meta.xml': '<m><dc:title>M</dc:title></m>' };
    assert.deepEqual(await odt(`${heading}<text:p>x</text:p>`), {
      text: 'H.\n\nx',
      titles: [null, null, 'H'],
    });
    const titled = '<text:p text:style-name="P1">T</text:p><text:p text:style-name="Title">U</text:p>';
    assert.deepEqual(await odt(titled + heading, styles, meta), {
      text: 'T.\n\nU.\n\nH.',
      titles: ['M', 'T', null],
    });
    assert.deepEqual((await odt(`<text:p text:style-name="P2">x</text:p>${heading}`, styles))?.titles, [
      null,
      null,
      null,
    ]);
    assert.deepEqual((await odt(`<text:h></text:h>${heading}`))?.titles, [null, null, 'H']);
    for (const [level, title] of [
      ['1', 'S'],
      ['2', null],
      ['3', null],
    ])
      assert.deepEqual(
        (await odt(`<text:h text:outline-level="${level}">S</text:h><text:p>x</text:p>`))?.titles,
        [null, null, title],
      );
    assert.equal(await readOdt(zipOf({})), null);
  },
);

test('OpenDocument: signs become text; notes, comments and hidden text are left out', async () => {
  const styles =
    '<style:style style:name="T1"/><style:text-properties text:display="none"/>' +
    '<style:style style:name="T2"/><style:text-properties text:display="true"/>';
  const skipped = [
    'text:tracked-changes',
    'office:annotation',
    'text:note',
    'office:scripts',
    'text:hidden-text',
    'text:hidden-paragraph',
  ]
    .map((name) => `<${name}><text:p>no<text:span>no</text:span></text:p></${name}>`)
    .join('');
  const body =
    `<text:p>a<text:s/>b<text:tab/>c<text:line-break/>d${skipped}` +
    '<text:span text:style-name="T1">no<text:s/></text:span><text:span ' +
    'text:style-name="T2">e</text:span>f</text:p>';
  assert.equal((await odt(body, styles))?.text, 'a b c\ndef');
});

test('OpenDocument: a row is a line', async () => {
  const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
  const row = (...cells: readonly string[]) =>
    `<table:table-row>${cells.map(cell).join('')}</table:table-row>`;
  assert.equal(
    (await odt(`${row('a', 'b')}${row('', 'c')}${row('')}<text:p>d</text:p>`))?.text,
    'a, b\n\nc\n\nd',
  );
});
