import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml, textOfElement } from './read-xml.ts';

test('any number of elements may follow each other, but nesting has a limit', () => {
  assert.doesNotThrow(() => readXml('<a>b</a>'.repeat(5_000), { open: () => undefined }));
  assert.throws(() => readXml('<a>'.repeat(5_000), { open: () => undefined }), /too deeply/);
});

test('the text of an element includes that of the elements inside', () => {
  assert.equal(textOfElement('<a><b>one <c>two</c></b><b>three</b></a>', 'b'), 'one two');
});
