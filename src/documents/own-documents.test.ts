import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDocumentUrl } from '../lib/text/url.ts';
import { readingOwn } from './own-documents.ts';

const signal = new AbortController().signal;
const stored = { title: 'Notes', partCount: 2, parts: () => ['One. ', 'Two.'] };
const notes = {
  name: 'a',
  sampleWord: () => null,
  find: (path: string) => (path === 'my notes/x%.md' ? stored : null),
};
const options = { documents: [notes], base: 'http://localhost:3000/documents/' };
const path = `a/${encodeURIComponent('my notes')}/${encodeURIComponent('x%.md')}`;

test('a document of the service is read from its index, under each of its addresses', async () => {
  const read = readingOwn(null, options);
  for (const url of [`${options.base}${path}`, `${options.base}${path}?sig=1#top`]) {
    const found = await read(url, signal);
    assert.ok(found.status === 'read', url);
    assert.deepEqual([found.page.url, found.page.title, found.page.text], [url, 'Notes', 'One. Two.']);
  }
});

test('a path that names no document is skipped, even one with a broken escape', async () => {
  const read = readingOwn(null, options);
  for (const wrong of ['a/other', 'b/x', 'a/%zz', '', '../etc/passwd'])
    assert.equal((await read(options.base + wrong, signal)).status, 'skipped', wrong);
  const internal = toDocumentUrl('a/my notes/x%.md');
  assert.equal((await read(internal, signal)).status, 'skipped', 'the placeholder is no address');
});

test('all other pages are read as usual, or skipped by a service that reads none', async () => {
  const asked: string[] = [];
  const read = readingOwn(async (url) => {
    asked.push(url);
    return { status: 'skipped', reason: 'test' };
  }, options);
  await read('https://example.org/documents/a/x', signal);
  assert.deepEqual(asked, ['https://example.org/documents/a/x']);
  assert.equal((await readingOwn(null, options)('https://example.org/', signal)).status, 'skipped');
});
