import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentUrlPath, toDocumentUrl } from './document-url.ts';
import { hostOf } from './url.ts';

test('a document URL is an http URL without a real host', () => {
  const url = toDocumentUrl('primary/My notes/50%.md');
  assert.equal(url, 'http://documents.invalid/primary/My%20notes/50%25.md');
  assert.equal(documentUrlPath(url), 'primary/My%20notes/50%25.md');
  assert.equal(documentUrlPath('https://a.example/primary/x'), null);
  assert.equal(documentUrlPath('http://documents.invalid.example/primary/x'), null);
  assert.equal(hostOf(url), 'documents');
});

test('the path of any document comes back from its URL', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$|\//.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(path, (names) => {
      const encoded = documentUrlPath(toDocumentUrl(['primary', ...names].join('/'))) ?? '';
      assert.deepEqual(encoded.split('/').map(decodeURIComponent), ['primary', ...names]);
    }),
  );
});
