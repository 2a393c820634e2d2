import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { libraryPart } from './library-part.ts';

test('finds a file next to the main entry point of a library', () => {
  const file = fileURLToPath(libraryPart('htmlparser2', './Tokenizer.js'));
  assert.match(file, /\bhtmlparser2\b.*\bTokenizer\.js$/);
  assert.ok(existsSync(file));
});

test('a library that is not installed is an error', () => {
  assert.throws(() => libraryPart('no-such-library-anywhere', './index.js'));
});
