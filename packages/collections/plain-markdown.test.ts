import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { canonicalUrlIn, htmlRemains, readMarkdown } from './plain-markdown.ts';

const textOf = (markdown: string) => readMarkdown(markdown).text;

test('ends headings like sentences and joins wrapped lines', () => {
  assert.equal(
    textOf('# Title\n\nOne\ntwo.\n\nWhy?\n----\n\nThree.'),
    'Title.\n\nOne two.\n\nWhy?\n\nThree.',
  );
});

test('keeps only the words of links, emphasis and inline code', () => {
  assert.equal(
    textOf('See [the *docs*](https://a.example "t"), [ref][r] and `x_y`, **now**.\n\n[r]: https://b.example'),
    'See the docs, ref and x_y, now.',
  );
});

test('drops images, badges, HTML tags and comments', () => {
  const badges = '[![CI](https://ci.example/b.svg)](https://ci.example) ![logo](l.png)\n\n';
  const html =
    '<div align="center"><img src="x"><br>Centred &amp; kept</div>\n\n<!-- gone -->\n\nA<br>line ' +
    '<b>bold</b>.';
  assert.equal(textOf(badges + html), 'Centred & kept\n\nA\nline bold.');
});

test('turns list items and table rows into lines', () => {
  assert.equal(textOf('- one\n- two\n\n| a | b |\n|---|---|\n| 1 | [2](x) |'), 'one\n\ntwo\n\na, b\n\n1, 2');
});

test('keeps short code and drops long code', () => {
  assert.equal(textOf('Run:\n\n```sh\nnpm ci\nnpm test\n```'), 'Run:\n\nnpm ci\nnpm test');
  assert.equal(textOf(`Run:\n\n\`\`\`\n${'line\n'.repeat(13)}\`\`\``), 'Run:');
});

test('drops the mark of a GitHub alert', () => {
  assert.equal(textOf('> [!NOTE]\n> Mind the gap.'), 'Mind the gap.');
});

test('takes the heading that names the whole document, not that of a section', () => {
  assert.equal(readMarkdown('# ![logo](x)\n\n# The [real](x) one\n\n# Next').heading, 'The real one');
  assert.equal(readMarkdown('Badges.\n\n# Name\n\n## Install').heading, 'Name');
  assert.equal(readMarkdown('Text.\n\n# Install\n\n# Use').heading, null);
  assert.equal(readMarkdown('## Install\n\n# Use').heading, null);
  assert.equal(readMarkdown('Title\n=====\n').heading, 'Title');
  assert.equal(readMarkdown('## Sub').heading, null);
});

test('finds a canonical link in its HTML and not in its code', () => {
  const link = '<link rel="canonical" href="https://a.example/">';
  assert.equal(readMarkdown(`${link}\n\nText`).canonicalUrl, 'https://a.example/');
  assert.equal(readMarkdown(`Text ${link}`).canonicalUrl, 'https://a.example/');
  assert.equal(readMarkdown(`Write \`${link}\`:\n\n\`\`\`\n${link}\n\`\`\``).canonicalUrl, null);
});

test('never throws, for any mixture of marks', () => {
  const unit = fc.constantFrom(
    ...[
      '# ',
      '- ',
      '|',
      '|---|\n',
      '```\n',
      '`',
      '[',
      '](',
      ')',
      '![',
      '<',
      '<!--',
      '<div>',
      '>',
      '*',
      '_',
      '\n',
    ],
    ...['\n\n', '    ', '&amp;', 'word', '\0', '\ud800', '\u202e', '[!X]'],
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), (markdown) => {
      assert.equal(typeof textOf(markdown), 'string');
    }),
  );
});

test('finds a canonical link in any order of attributes and quoting', () => {
  for (const tag of [
    '<link rel="canonical" href="https://a.example/?x=1&amp;y=2">',
    "<LINK HREF='https://a.example/?x=1&amp;y=2' REL='canonical' />",
    '<link rel=canonical href=https://a.example/?x=1&amp;y=2>',
  ])
    assert.equal(canonicalUrlIn(`<head>${tag}</head>`), 'https://a.example/?x=1&y=2');
});

test('does not take another link for the canonical one', () => {
  assert.equal(
    canonicalUrlIn('<link rel="icon" href="https://a.example/i.png"><a href="https://b.example">'),
    null,
  );
  assert.equal(canonicalUrlIn('<link rel="canonical">'), null);
});

test('takes time in proportion to the length of hostile input', async () => {
  for (const piece of ['<!--', '<', '<a ', '<link ', '&', '<link rel=canonical '])
    await assertProportional((chars) => htmlRemains(piece.repeat(chars / piece.length)), 500_000, piece);
  for (const piece of ['<link ', '<link rel=canonical ', '<link rel="canonical" href="'])
    await assertProportional((chars) => canonicalUrlIn(piece.repeat(chars / piece.length)), 500_000, piece);
});

test('a long paragraph is read whole', () => {
  for (const words of ['ten words ', 'a [link](x) ', '𝒳 ']) {
    const plain = words.replace('[link](x)', 'link');
    assert.equal(
      textOf(words.repeat(5_000)).split(' ').length,
      plain.trim().split(' ').length * 5_000,
      words,
    );
  }
});
