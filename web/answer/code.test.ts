import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../test/support/proportional.ts';
import { codeTokens } from './code.ts';

const shown = (code: string, language: string) =>
  codeTokens(code, language).map(({ kind, from, to }) => `${kind} ${code.slice(from, to)}`);

test('comments, strings, numbers and keywords are found as the language writes them', () => {
  assert.deepEqual(shown('const a = "x // y"; // the end', 'js'), [
    'keyword const',
    'string "x // y"',
    'comment // the end',
  ]);
  assert.deepEqual(shown("return 1.5 / wave ** 4  # it's", 'py'), [
    ...['keyword return', 'number 1.5', 'number 4', "comment # it's"],
  ]);
  assert.deepEqual(shown("SELECT 'a' FROM t -- all", 'sql'), [
    ...['keyword SELECT', "string 'a'", 'keyword FROM', 'comment -- all'],
  ]);
  assert.deepEqual(shown('color: #fff; /* a\nb */', 'css'), ['comment /* a\nb */']);
});

test('text that is no program has no colours', () => {
  for (const language of ['', 'text', 'md']) assert.deepEqual(shown('if "x" return', language), []);
});

test('hostile code takes time in proportion to its length', async () => {
  for (const piece of ['"', "'\\", '/*', '`', '<!--', '#', '-', '/', '*'])
    await assertProportional((length) => codeTokens(piece.repeat(length), 'html').length, 20_000);
});
