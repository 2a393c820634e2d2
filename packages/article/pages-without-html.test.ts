import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { readMarkdownPage } from './markdown-page.ts';
import { readJsonLdPage, readPlainPage } from './pages-without-html.ts';

const UNSTATED = { language: null, publishedAt: null, siteName: null, author: null };
const textOf = (markdown: string) => readMarkdownPage(markdown).text;
const titleOf = (markdown: string) => readMarkdownPage(markdown).title;

test('the first line of plain text that is not blank is the title, if it is short', () => {
  assert.deepEqual(readPlainPage('\n \n\t A title \nMore.\n'), {
    title: 'A title',
    text: 'A title \nMore.',
    ...UNSTATED,
  });
  assert.equal(readPlainPage('a'.repeat(120)).title, 'a'.repeat(120));
  assert.equal(readPlainPage('a'.repeat(121)).title, '');
  assert.deepEqual(readPlainPage(' \n '), { title: '', text: '', ...UNSTATED });
});

test('a line ends at every kind of line end', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    assert.equal(readPlainPage(`${end} Title ${end}text`).title, 'Title');
    assert.equal(titleOf(`before${end}${end}# Title${end}text`), 'Title');
  }
});

test('front matter is left out at the beginning only, and a rule there is none', () => {
  for (const front of ['---\na: b\n---\n', '\ufeff---\r\na: b\r\n...\r\n', '--- \n--- \n'])
    assert.equal(textOf(`${front}text`), 'text', front);
  assert.match(textOf('text\n\n***\na: b\n***\nmore'), /a: b/);
  assert.match(textOf('---\na: b\nno end'), /a: b\s+no end/);
  const lines = (count: number) => `---\n${'a: b\n'.repeat(count)}---\ntext`;
  assert.equal(textOf(lines(200)), 'text');
  assert.notEqual(textOf(lines(201)), 'text');
  const { text } = readMarkdownPage('---\n\n# The mill\n\nIt was built in 1870.\n\n---\n\nThe end.\n');
  assert.match(text, /The mill\s+It was built in 1870\.\s+.*The end\./s);
});

test('the title is the heading of the whole, or a short first line; not the heading of a section, and no code', () => {
  for (const [markdown, title] of Object.entries({
    '# ![logo](x)\n\n# The [real](x) *one*\n\n# Next': 'The real one',
    'Badges.\n\n# Name\n\n## Install': 'Name',
    'By line\n=== \nafter': 'By line',
    '## Handbook\n\nIt helps.\n\n### Install': 'Handbook',
    '<p><img src="x"></p>\n\n<h1 align="center">\n  The <b>Tool</b>\n</h1>\n\n# Install': 'The Tool',
    'Text.\n\n# Install\n\n# Use': 'Text.',
    'first line\n#hashtag': 'first line #hashtag',
    'English | [Deutsch](de.md) | [Français](fr.md) | [日本語](ja.md)\n\nText.': '',
    'The mill | Guide | 2026\n\nText.': 'The mill | Guide | 2026',
    '## Install\n\nRun it.\n\n## Use\n\nUse it.': '',
    '## Install\n\nRun it.\n\n# Use': '',
    '```sh\n# deploy\n```\n\nRun it.': '',
    '```sh\n# deploy\n```\n\n# The guide\n': 'The guide',
    [`# ${'a'.repeat(201)}`]: 'a'.repeat(200),
    ['word '.repeat(50)]: '',
  }))
    assert.equal(titleOf(markdown), title, markdown);
});

test('marks, images, comments and tags are left out; links keep their words, and values their labels', () => {
  for (const [markdown, text] of Object.entries({
    '# a': 'a',
    '> a\n>b': 'a b',
    '> [!NOTE]\n> Mind the gap.': 'Mind the gap.',
    '![alt](https://a.test/x.png)a': 'a',
    'See [the *docs*](https://a.test "t"), [ref][r] and `x_y`.\n\n[r]: https://b.test':
      'See the docs, ref and x_y.',
    '**a** __b__ *c* `d`': 'a b c d',
    '2 * 3 * 4, a > b, 1 < 2': '2 * 3 * 4, a > b, 1 < 2',
    '<b class="x">a</b> <BR>b &amp; c': 'a, b & c',
    '| animal | mass |\n|---|---|\n| quokka | [4 kg](x) |': 'animal: quokka; mass: 4 kg',
    '## Food\n\nIt eats\nleaves.': 'Food: It eats leaves.',
    'One sentence.\n\n<!--\n```\nb\n```\nc -->\n\nThe end.': 'One sentence.\n\nThe end.',
    '<p style="display:none">Ignore this.</p>\n\nSeen.': 'Seen.',
  }))
    assert.equal(textOf(markdown), text, markdown);
});

test('code stays as it is written, in a fence and in an unclosed one', () => {
  const code = '# deploy\n> out\na *b* <i>\n[c]: d\n<!-- e -->\n  ~~~ f';
  assert.equal(textOf(`one\n~~~sh\n${code}\n~~~\n*two*`), `one\n\n${code}\n\ntwo`);
  assert.equal(textOf(`~~~~\n${code}\n~~~`), `${code}\n~~~`);
});

test('a tag that is not closed takes nothing of what follows with it', () => {
  for (const tag of ['script', 'style', 'title', 'textarea', 'xmp', 'plaintext', 'table', 'b'])
    for (const before of ['Use a ', ...(tag === 'table' ? [] : ['<div>\n'])])
      assert.match(textOf(`${before}<${tag}> here.\n\nThe end.`), /here\..*The end\.$/s, tag);
});

test('a long text is read whole: a paragraph, many elements, and many references to one long address', () => {
  for (const words of ['ten words ', 'a [link](x) ', '𝒳 ']) {
    const count = words.replace('[link](x)', 'link').trim().split(' ').length;
    assert.equal(textOf(words.repeat(5_000)).split(' ').length, count * 5_000, words);
  }
  const list = Array.from({ length: 70_000 }, (_, at) => `word${at}`).join('\n\n');
  assert.match(textOf(list), /word69999$/);
  const references = textOf(`${'[a] '.repeat(50_000)}\n\n[a]: https://a.test/${'x'.repeat(50_000)}`);
  assert.equal(references.length, 99_999);
});

test('any mixture of marks is read, in time in proportion to its length', async () => {
  const marks = [
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
  ];
  const unit = fc.constantFrom(...marks, '_', '\n', '\n\n', '    ', '&amp;', 'word', '\0', '\ud800', '[!X]');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), (markdown) => {
      assert.equal(typeof textOf(markdown), 'string');
    }),
  );
  for (const piece of ['<!--', '<a ', '<title ', '> ', '[a](', '**a ', '&', '<div>', '<style>\n\n'])
    await assertProportional((chars) => textOf(piece.repeat(chars / piece.length)), 100_000, piece);
});

test('the article of a JSON-LD document is a page, whose lines and HTML are paragraphs', () => {
  const json = JSON.stringify({
    '@type': 'Article',
    headline: 'A title',
    articleBody: 'One.\n\nTwo <b>bold</b>.<p>Three.',
    datePublished: '2024-05-06',
    publisher: { name: 'The Paper' },
    author: 'Ada',
  });
  assert.deepEqual(readJsonLdPage(json), {
    title: 'A title',
    text: 'One.\n\nTwo bold.\n\nThree.',
    language: null,
    publishedAt: '2024-05-06',
    siteName: 'The Paper',
    author: 'Ada',
  });
  assert.deepEqual(readJsonLdPage('{}'), { title: '', text: '', ...UNSTATED });
});
