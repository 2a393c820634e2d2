import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { readFrontMatter } from './read-text-file.ts';

function fieldsOf(block: string): Record<string, string> {
  return Object.fromEntries(readFrontMatter(`---\n${block}\n---\nBody`).fields);
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

test('takes the text after the block as the body, also with Windows line ends', () => {
  assert.equal(readFrontMatter('---\na: b\n---\nBody\n').body, 'Body\n');
  const windows = readFrontMatter('---\r\na: b\r\n---\r\nBody');
  assert.equal(windows.body, 'Body');
  assert.equal(windows.fields.get('a'), 'b');
});

test('takes the whole text as the body if it does not start with a closed block', () => {
  for (const text of ['Body\n---\na: b\n---\n', '---\na: b\nno end', `---\n${'x\n'.repeat(200)}---\n`, '']) {
    assert.equal(readFrontMatter(text).body, text);
    assert.equal(readFrontMatter(text).fields.size, 0);
  }
});

test('never throws, and the text ends with the body, for any text', () => {
  const unit = fc.constantFrom('---\n', 'a: ', '"', "'", '\\', '\n', '\r\n', '#', ' ', 'x', '\0');
  fc.assert(fc.property(fc.string({ unit }), (text) => assert.ok(text.endsWith(readFrontMatter(text).body))));
});
