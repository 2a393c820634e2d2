import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import { mainText } from './extract.ts';
import { parseHtml } from './html-tree.ts';

const read = (html: string, hasLabels = true) =>
  mainText(parseHtml(html), [], { hasLabels, judge: ({ blocks }) => blocks.map(() => 1) });
const rows = (html: string) => read(html).split('\n\n');
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}`).join('')}</tr>`;
const heads = (...cells: string[]) => `<tr>${cells.map((cell) => `<th>${cell}`).join('')}</tr>`;

test('each row of a data table has the labels of its cells, and the row of labels is not repeated', () => {
  const table =
    heads('Country', 'Capital', 'Water:') + row('Peru', 'Lima', 'H<sub>2</sub>O') + row('Chad', '', '1');
  const expected = ['Country: Peru; Capital: Lima; Water: H2O', 'Country: Chad; Water: 1'];
  assert.deepEqual(rows(`<table>${table}</table>`), expected);
  assert.deepEqual(rows(`<table><thead>${row('A', 'B')}</thead><tbody>${row('1', '2')}</table>`), [
    'A: 1; B: 2',
  ]);
  assert.equal(read(`<table>${table}</table>`, false).split('\n\n')[0], 'Country Capital Water:');
});

test('cells with blocks inside, and rows with their own header, are read as one row', () => {
  const lists = `${heads('', 'Crew')}<tr><th>Apollo<td><ul><li>Ada<li>Bo</ul></tr>`;
  assert.deepEqual(rows(`<table>${lists}</table>`), ['Apollo; Crew: Ada Bo']);
  assert.deepEqual(rows('<table><tr><th>Born<td>1815<tr><th>Died<td>1852<td>London</table>'), [
    'Born: 1815',
    'Died: 1852; London',
  ]);
  assert.deepEqual(
    rows(`<table>${row('Weight', '3 kg')}${row('Size', '9 cm')}${row('Made of', 'tin')}</table>`),
    ['Weight: 3 kg', 'Size: 9 cm', 'Made of: tin'],
  );
});

test('cells that span columns and rows count for each of them', () => {
  const two = '<tr><th rowspan=2>Year<th colspan=2>Sales</tr><tr><th>North<th>South</tr>';
  assert.deepEqual(
    rows(
      `<table>${two}${row('2020', '5', '6')}<tr><td rowspan=2>2021<td>7<td>8</tr>${row('9', '1')}</table>`,
    ),
    [
      'Year: 2020; Sales North: 5; Sales South: 6',
      'Year: 2021; Sales North: 7; Sales South: 8',
      'Year: 2021; Sales North: 9; Sales South: 1',
    ],
  );
  const caption = '<tr><th colspan=2>All results</tr>';
  assert.deepEqual(rows(`<table>${caption}${heads('Who', 'Points')}${row('Ada', '3')}</table>`), [
    'Who: Ada; Points: 3',
  ]);
});

test('a table for layout stays text', () => {
  const long = 'A sentence of a column that is wide. '.repeat(9);
  for (const html of [
    `<table>${row(long, long)}${row(long, long)}</table>`,
    `<table role=presentation>${heads('A', 'B')}${row('1', '2')}</table>`,
    `<table>${heads('A', 'B')}${row('1', `<table>${row('2', '3')}</table>`)}</table>`,
    `<table>${heads('A', 'B')}${row('one')}${row('two')}</table>`,
    `<table>${row('1', '2', '3')}${row('4', '5', '6')}</table>`,
    '<table><tr><th>alone</table>',
  ])
    assert.equal(read(html), read(html, false), html);
});

test('text that a person does not see is in no label and in no cell', () => {
  const hidden = '<span style="display:none">secret</span>';
  const table = heads(`A${hidden}`, 'B') + row('1', `2${hidden}`);
  assert.deepEqual(rows(`<table>${table}</table>`), ['A: 1; B: 2']);
});

test('any table is read, at most four times as long, in time proportional to it', async () => {
  const span = fc.constantFrom(
    '',
    ' colspan=3',
    ' rowspan=0',
    ' rowspan=99999999',
    ' colspan=99999',
    ' colspan=x',
  );
  const cell = fc.tuple(fc.constantFrom('td', 'th'), span, fc.constantFrom('', 'a', 'Long label', '1'));
  const table = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, (all) => {
      const html = all
        .map((cells) => `<tr>${cells.map(([tag, more, text]) => `<${tag}${more}>${text}`).join('')}`)
        .join('');
      const [labelled, plain] = [read(`<table>${html}</table>`), read(`<table>${html}</table>`, false)];
      assert.ok(labelled.length <= 5 * plain.length + 9);
      assert.equal(labelled === '', plain === '');
    }),
  );
  const spans = `<tr>${'<td rowspan=999999>x'.repeat(39)}`;
  for (const start of [heads('x'.repeat(50), 'y'), spans])
    await assertProportional((size) => read(`<table>${start}${row('1', '2').repeat(size)}</table>`), 8_000);
});

test('a table has cells of at most 150 characters on average', () => {
  const cells = ['x'.repeat(299), 'y'.repeat(299)] as const;
  const table = (last: string) => `<table>${heads('A', 'B')}${row(cells[0], last)}</table>`;
  assert.deepEqual(rows(table(cells[1])), [`A: ${cells[0]}; B: ${cells[1]}`]);
  assert.doesNotMatch(read(table(`${cells[1]}y`)), /A:/);
});

test('in a table with labels, most rows have several cells with text', () => {
  const table = (...body: string[]) => `<table>${heads('A', 'B')}${body.join('')}</table>`;
  assert.deepEqual(rows(table(row('1', '2'), row('3', ''), row('4', '5'))), [
    'A: 1; B: 2',
    '3',
    'A: 4; B: 5',
  ]);
  assert.doesNotMatch(read(table(row('1', '2'), row('3', ''))), /A:/);
});
