import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { parseDefining, parseMarkdown } from './markdown.ts';
import { toPlainLines } from './plain-lines.ts';

/** The lines of the Markdown, each with the offset of every character and its citations as `index@at-to`. */
const linesOf = (markdown: string) =>
  toPlainLines(parseMarkdown(markdown, 3), markdown).map(({ text, offsets, marks, from, to }) => [
    text,
    offsets.join(' '),
    marks.map(({ index, at, to: end }) => `${index}@${at}-${end}`).join(' '),
    `${from}-${to}`,
  ]);

test('text is read without its markup, and each character has its place in the Markdown', () => {
  assert.deepEqual(linesOf('*a* **b** c'), [['a b c', '1 3 6 9 10', '', '0-11']]);
  assert.deepEqual(linesOf('a\\*b &amp; c'), [['a*b & c', '0 2 3 4 5 10 11', '', '0-12']]);
  assert.deepEqual(linesOf('`a` 👍b'), [['a 👍b', '1 3 4 5 6', '', '0-7']]);
  assert.deepEqual(linesOf('[x](http://a.example/(b)\\)) y'), [['x y', '1 27 28', '', '0-29']]);
  assert.deepEqual(linesOf('![p ![q](y.png)](z.png) r'), [['p q r', '2 3 6 23 24', '', '0-25']]);
  assert.deepEqual(linesOf('![p *q*](z.png) r'), [['p q r', '2 3 5 15 16', '', '0-17']]);
});

test('a citation is left out with the blanks before it, and the words around it stay apart', () => {
  assert.deepEqual(linesOf('a [1] b'), [['a b', '0 5 6', '1@1-5', '0-7']]);
  assert.deepEqual(linesOf('a [1]b'), [['a b', '0 5 5', '1@1-5', '0-6']]);
  assert.deepEqual(linesOf('*a* **b** [1].'), [['a b.', '1 3 6 13', '1@3-13', '0-14']]);
  assert.deepEqual(linesOf('ab  [1] [[2]], c'), [['ab, c', '0 1 13 14 15', '1@2-7 2@2-13', '0-16']]);
  assert.deepEqual(linesOf('[1]'), [['', '', '1@0-3', '0-3']]);
});

test('every block with text is a line at its own place, and code is none', () => {
  assert.deepEqual(linesOf('# h [1]\n\n```\nx\n```\n> q\n> r [2]\n\n    x\n\n- [x] a [3]\n- h'), [
    ['h', '2', '1@1-7', '2-7'],
    ['q\nr', '21 22 25', '2@3-30', '21-30'],
    ['☑ a', '41 44 45', '3@3-50', '41-50'],
    ['h', '53', '', '53-54'],
  ]);
  assert.deepEqual(linesOf('a\r\n\r\na'), [
    ['a', '0', '', '0-1'],
    ['a', '5', '', '5-6'],
  ]);
});

/**
 * Words of only three different letters, so that the same words occur in texts, addresses and other cells.
 */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
const phrase = fc.oneof(
  word,
  word.map((text) => `*${text}*`),
  word.map((text) => `**${text}**`),
  fc.tuple(word, word).map(([text, path]) => `[${text}](http://${path}.example/(${text}\\)))`),
  fc.tuple(word, word).map(([text, path]) => `![${text}](${path}.png)`),
  fc
    .tuple(word, word)
    .map(([text, path]) => `[${text}](http://${path}.example)[${path}](http://${text}.example)`),
  word.map((text) => `\`${text}\``),
  fc.constantFrom('[1]', '[abc]', '<http://abc.example>', 'a&amp;b', 'a\\*b'),
);
const line = fc.array(phrase, { minLength: 1, maxLength: 6 }).map((phrases) => phrases.join(' '));
const block = fc.oneof(
  line,
  fc.tuple(line, line).map((lines) => `> ${lines.join('\n> ')}`),
  fc.tuple(line, line).map((lines) => `- ${lines.join('\n- ')}`),
  fc.tuple(line, line).map((lines) => lines.join('  \n')),
  fc
    .tuple(line, line)
    .map(([one, other]) => `| ${one} | ${other} | ${one} |\n|---|---|---|\n| ${other} | ${one} |`),
);

test('every letter of every line is the letter at its place, and no place is read twice', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const markdown = `${blocks.join('\n\n')}\n\n[abc]: http://abc.example\n`;
      let last = -1;
      for (const { text, offsets } of toPlainLines(parseDefining(markdown, 3) ?? [], markdown)) {
        assert.equal(offsets.length, text.length);
        for (const [at, place] of offsets.entries()) {
          if (!/[abc]/.test(text.charAt(at))) continue;
          assert.equal(markdown.charAt(place), text.charAt(at), `${text} ${at}`);
          assert.ok(place > last, `${text} ${at}`);
          last = place;
        }
      }
    }),
  );
});

test('only the line of a heading and the names of columns are headings', () => {
  const markdown = '# One\n\nTwo\n\n| a | b |\n|---|---|\n| c | d |';
  assert.deepEqual(
    toPlainLines(parseMarkdown(markdown, 0), markdown).map(({ text, isHeading }) => [text, isHeading]),
    [
      ['One', true],
      ['Two', false],
      ['a b', true],
      ['c d', false],
    ],
  );
});
