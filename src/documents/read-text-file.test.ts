import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTextFile } from './read-text-file.ts';

const base = new URL('https://docs.example/site/');
const markdown = (content: string, path = 'a.md') => ({ path, content, isMarkdown: true });
const urlOf = (content: string, baseUrl: URL | null, path = 'a.md') => {
  const read = readTextFile(markdown(content, path), baseUrl);
  if ('url' in read) return read.url;
  return 'reason' in read ? read.reason : [read.path, read.remark].join(' ').trim();
};

test('prefers the url of the front matter, then the canonical link, then the base URL plus path', () => {
  const link = '<link rel="canonical" href="https://c.example/">';
  assert.equal(urlOf(`---\nurl: https://f.example/\n---\n${link}\n\nText`, base), 'https://f.example/');
  assert.equal(urlOf(`${link}\n\nText`, base), 'https://c.example/');
  assert.equal(urlOf('Text', base), 'https://docs.example/site/a.md');
});

test('percent-encodes every part of a path', () => {
  assert.equal(
    urlOf('Text', base, 'my dir/ä?#%.md'),
    'https://docs.example/site/my%20dir/%C3%A4%3F%23%25.md',
  );
});

test('resolves a relative url against the base URL', () => {
  assert.equal(urlOf('---\nurl: /about/\n---\nText', base), 'https://docs.example/about/');
});

test('a document without a usable URL keeps its path, and an unusable one is reported', () => {
  assert.equal(urlOf('Text', null, 'sub/a b.md'), 'sub/a b.md');
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', '/about/', 'https://u:p@a.example/'])
    assert.match(urlOf(`---\nurl: ${url}\n---\nText`, null), /^a\.md its address ".*" is not an http/);
  assert.equal(urlOf('---\nurl: javascript:alert(1)\n---\nText', base), 'https://docs.example/site/a.md');
});

test('keeps the keywords of the front matter', () => {
  const keywordsOf = (content: string) => {
    const read = readTextFile(markdown(content), base);
    return 'keywords' in read ? read.keywords : undefined;
  };
  assert.equal(keywordsOf('---\nKeywords: one, two\n---\nText'), 'one, two');
  for (const fields of ['keywords:', 'keywords:one', ' keywords: one', 'x'])
    assert.equal(keywordsOf(`---\n${fields}\n---\nText`), undefined, fields);
});

test('refuses a document without text', () => {
  assert.match(urlOf('---\nurl: https://a.example/\n---\n\n![image](x.png)\n', base), /no text/);
});

test('takes the title from the front matter, the heading of the whole, the first line or the name', () => {
  const titleOf = (content: string, isMarkdown = true) => {
    const read = readTextFile({ path: 'guide/user_guide-2.md', content, isMarkdown }, base);
    return 'title' in read ? read.title : read.reason;
  };
  assert.equal(titleOf('---\ntitle: "One"\n---\n# Two\n\nThree'), 'One');
  assert.equal(titleOf('Three\n\n# Two'), 'Two');
  assert.equal(titleOf('\n\nThree\nfour', false), 'Three');
  assert.equal(titleOf('## Install\n\nRun it.\n\n## Use\n\nUse it.'), 'user guide 2');
  assert.equal(titleOf('## Handbook\n\nIt helps.\n\n### Install\n\nRun it.'), 'Handbook');
  assert.equal(titleOf('## Install\n\nRun it.\n\n# Use\n\nUse it.'), 'user guide 2');
  assert.equal(
    titleOf('![logo](x.png)\n\n<h1 align="center">\n  The <b>Tool</b>\n</h1>\n\n# Install'),
    'The Tool',
  );
  assert.equal(titleOf('word '.repeat(1_000), false), 'user guide 2');
  assert.ok(titleOf(`---\ntitle: ${'word '.repeat(100)}\n---\nText`).length <= 120);
});

test('leaves plain text as it is', () => {
  const read = readTextFile({ path: 'a.txt', content: '# no heading\r\n* star *', isMarkdown: false }, base);
  assert.equal('text' in read && read.text, '# no heading\n* star *');
});
