import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonLdPage, readMarkdownPage, readPlainPage } from './pages-without-html.ts';

const UNSTATED = { language: null, publishedAt: null, siteName: null, author: null };
const textOf = (markdown: string) => readMarkdownPage(markdown).text;
const titleOf = (markdown: string) => readMarkdownPage(markdown).title;

test('the first line of plain text that is not blank is the title, up to 200 characters', () => {
  assert.deepEqual(readPlainPage('\n \n\t A title \nMore.\n'), {
    title: 'A title',
    text: 'A title \nMore.',
    ...UNSTATED,
  });
  assert.equal(readPlainPage('a'.repeat(201)).title, 'a'.repeat(200));
  assert.deepEqual(readPlainPage(' \n '), { title: '', text: '', ...UNSTATED });
});

test('a line ends at every kind of line end', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    assert.equal(readPlainPage(`${end} Title ${end}text`).title, 'Title');
    assert.equal(titleOf(`before${end}# Title${end}text`), 'Title');
    assert.equal(titleOf(`before${end}Title${end}===${end}text`), 'Title');
  }
});

test('a rule at the beginning is no front matter', () => {
  const { text } = readMarkdownPage('---\n\n# The mill\n\nIt was built in 1870.\n\n---\n\nThe end.\n');
  assert.match(text, /The mill\s+It was built in 1870\.\s+.*The end\./s);
});

test('front matter is left out at the beginning only', () => {
  for (const front of ['---\na: b\n---\n', '\ufeff---\r\na: b\r\n...\r\n', '--- \n--- \n', '---\n---'])
    assert.equal(textOf(`${front}text`.replace(/---text$/, '---\ntext')), 'text', front);
  assert.equal(textOf('text\n---\na: b\n---\nmore'), 'text\n---\na: b\n---\nmore');
  assert.equal(textOf('---\na: b\nno end'), '---\na: b\nno end');
  const lines = (count: number) => `---\n${'a: b\n'.repeat(count)}---\ntext`;
  assert.equal(textOf(lines(200)), 'text');
  assert.notEqual(textOf(lines(201)), 'text');
});

test('the first heading of Markdown is its title, without marks, in either form', () => {
  assert.equal(titleOf('before\n\n## A *great* `day` \n# Other'), 'A great day');
  assert.equal(titleOf('before\n\nBy line\n=== \nafter'), 'By line');
  assert.equal(titleOf('first line\n#hashtag'), 'first line');
  assert.equal(titleOf('first line\n####### seven'), 'first line');
  assert.equal(titleOf(`# ${'a'.repeat(201)}`), 'a'.repeat(200));
  assert.equal(titleOf('```sh\n# deploy\n```\n\n# The guide\n'), 'The guide');
  assert.equal(titleOf('~~~~\n# deploy\n~~~\n# again\n~~~~ \nA guide.'), 'A guide.');
});

test('marks of headings, quotes, code, emphasis, images, links and HTML are left out', () => {
  for (const [markdown, text] of Object.entries({
    '# a': 'a',
    '   ###### a': 'a',
    '> a\n>b': 'a\nb',
    '```js\na\n```': 'a',
    '~~~\na\n~~~': 'a',
    '![alt](https://a.test/x.png)a': 'a',
    '[a](https://a.test) b': 'a b',
    '**a** __b__ *c* `d`': 'a b c d',
    '2 * 3 * 4': '2 * 3 * 4',
    '<b class="x">a</b><BR>b 1 < 2': 'ab 1 < 2',
    'a > b': 'a > b',
    'a # b': 'a # b',
  }))
    assert.equal(textOf(markdown), text, markdown);
});

test('fenced code stays as it is written', () => {
  const code = '# deploy\n> out\na *b* <i>\n[c]: d\n<!-- e -->\n~~~ f';
  assert.equal(textOf(`one\n~~~sh\n${code}\n~~~\n*two*`), `one\n\n${code}\n\ntwo`);
  assert.equal(textOf(`~~~~\n${code}\n~~~`), `${code}\n~~~`);
  assert.equal(textOf('```` `a` ````\n# b'), '```` a ````\nb');
});

test('a fence in a comment does not end the comment', () => {
  assert.equal(textOf('a\n<!--\n```\nb\n```\nc -->\nd'), 'a\n\nd');
  assert.equal(textOf('<!-- a --><!-- b\n~~~\n--> c\n~~~\n# d'), 'c\n\n# d');
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
