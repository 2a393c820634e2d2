import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_MARKDOWN } from '../../test/support/hostile-markdown.ts';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { toStatements } from './statements.ts';

const SOURCES = 12;
/** Each statement with its citations in their places. */
const told = (markdown: string) =>
  toStatements(markdown, SOURCES).map(({ text, citations, citedAt }) =>
    citations.reduceRight(
      (marked, index, order) =>
        `${marked.slice(0, citedAt[order])}[${index}]${marked.slice(citedAt[order] ?? 0)}`,
      text,
    ),
  );
/** The Markdown of each statement. */
const places = (markdown: string) =>
  toStatements(markdown, SOURCES).map(({ from, to }) => markdown.slice(from, to));

test('a citation belongs to the sentence around it, or before it if it follows the full stop', () => {
  assert.deepEqual(told('It is red [1] and round [2]. It is old.[3] Nobody knows.'), [
    'It is red[1] and round[2].',
    'It is old.[3]',
    'Nobody knows.',
  ]);
  assert.deepEqual(told('It is red[1][12] [3], and round [[4]].'), ['It is red[1][12][3], and round[4].']);
  assert.deepEqual(told('[1] First. Then.'), ['[1]First.', 'Then.']);
  assert.deepEqual(told('[1]'), ['[1]']);
});

test('a statement ends with its block, and the row of a table is one', () => {
  assert.deepEqual(told('# Head [1]\n\n- Red [1]\n- Round [2]\n\nA  \nB [1]'), [
    'Head[1]',
    'Red[1]',
    'Round[2]',
    'A',
    'B[1]',
  ]);
  assert.deepEqual(told('| Year | Height |\n|---|---|\n| 1990 | 912 [1] |\n| x [2] | y |'), [
    'Year Height',
    '1990 912[1]',
    'x[2] y',
  ]);
});

test('numbers in code and without a source are no citations, and citations are not part of a link', () => {
  assert.deepEqual(told('`a[1]` b [see [2]](https://x.test) [99].'), [
    'a[1] b [see[2]](https://x.test) [99].',
  ]);
  assert.deepEqual(told('```\na[1]\n```\n\n[l [1]][d]\n\n[d]: https://d.test'), ['[l[1]]d']);
  assert.deepEqual(told('[see](javascript:x) [2]'), ['see[2]']);
  assert.deepEqual(toStatements('', SOURCES), []);
});

test('a statement has its place, with its marks of emphasis and its citations', () => {
  assert.deepEqual(
    places('**It is red** [1]. *So.* [2] And **more**, [a (b)](https://x.test/a_(b) "t. U") c.\n'),
    ['**It is red** [1].', '*So.* [2]', 'And **more**, [a (b)](https://x.test/a_(b) "t. U") c.'],
  );
  assert.deepEqual(
    places('> It is &copy; A\\*B.\r\n> It slowly goes\r\n> on and on.\r\n\r\n1. 1 dog [1]\r\n2. 1 dog'),
    ['It is &copy; A\\*B.', 'It slowly goes\r\n> on and on.', '1 dog [1]', '1 dog'],
  );
  assert.deepEqual(places('| a \\| b | 1 [1] |\n|---|---|\n| 1 | 1. |'), ['a \\| b | 1 [1]', '1 | 1.']);
  assert.deepEqual(places('東京は首都。人口は多い[1]。'), ['東京は首都。', '人口は多い[1]。']);
});

test('an address that is a link by itself does not move the places after it', () => {
  assert.deepEqual(places('<https://a.test/>[k! A](c) d.'), ['<https://a.test/>[k!', 'A](c) d.']);
});

test('the places of statements follow each other and contain their citations', () => {
  const piece = fc.constantFrom(
    ...HOSTILE_MARKDOWN,
    'It is so. ',
    '[1]',
    '**',
    '\n',
    '- ',
    '| ',
    '&amp;',
    '[a](b) ',
    '<https://a.test/>',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const markdown = pieces.join('');
      let end = 0;
      for (const { text, from, to, citations, citedAt } of toStatements(markdown, SOURCES)) {
        assert.ok(from >= end && to >= from && to <= markdown.length);
        for (const index of citations) assert.ok(markdown.slice(from, to).includes(`[${index}]`));
        assert.deepEqual(
          citedAt,
          citedAt.toSorted((one, other) => one - other),
        );
        assert.ok(citedAt.every((at) => at >= 0 && at <= text.length));
        end = to;
      }
    }),
  );
});

test('takes linear time', async () => {
  await assertProportional((count) => toStatements('a [b](c) &amp; **d**[1]\n'.repeat(count), SOURCES), 4000);
});

test('a few bold words before sentences are a heading, and bold sentences are not', () => {
  for (const [markdown, expected] of [
    ['1. **Find the table.** It is in the cellar.', [true, false]],
    ['**Yes.** The **big** wheel turns.', [true, false]],
    ['**Things to buy**', [true]],
    ['**The big wheel turns every day.**', [false]],
    ['**One:** the big wheel turns.', [false]],
    ['**This is much longer than a label would ever be.** It is here.', [false, false]],
  ] as const)
    assert.deepEqual(
      toStatements(markdown, 0).map(({ isHeading }) => isHeading),
      expected,
      markdown,
    );
});

test('a row of a table is one statement, even if a cell has several sentences', () => {
  const rows = toStatements('| Name | Use |\n|---|---|\n| It grinds. It turns. | daily |', 0);
  assert.deepEqual(
    rows.map(({ text, cells, isHeading }) => [text, cells, isHeading]),
    [
      ['Name Use', ['Name', 'Use'], true],
      ['It grinds. It turns. daily', ['It grinds. It turns.', 'daily'], false],
    ],
  );
});
