import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitCommand } from './mcp-session.ts';

test('a command is split at spaces outside quotation marks', () => {
  assert.deepEqual(splitCommand(` npx -y mcp-searxng "two words" 'it is' a"b c"d `), {
    program: 'npx',
    args: ['-y', 'mcp-searxng', 'two words', 'it is', 'ab cd'],
    variables: {},
  });
});

test('variables before the program are its environment', () => {
  assert.deepEqual(splitCommand('KEY=abc NAME="a b" node --x=1'), {
    program: 'node',
    args: ['--x=1'],
    variables: { KEY: 'abc', NAME: 'a b' },
  });
});

test('a command without a program has an empty one', () => {
  for (const text of ['', '  ', 'A=1', '"']) assert.equal(splitCommand(text).program, '', text);
});
