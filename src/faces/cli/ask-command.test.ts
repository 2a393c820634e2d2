import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Answerer } from '../../core/events.ts';
import { askCommand, toTerminalText } from './ask-command.ts';

test('an internal error is thrown and not printed as if the operator could fix it', async () => {
  const slip = new TypeError('a slip of ours');
  // biome-ignore lint/correctness/useYield: it fails before its first event.
  const answer: Answerer = async function* () {
    throw slip;
  };
  const command = askCommand(
    { args: ['Why?'], deadlineMs: 1000, maxQueryChars: 2000, answer },
    new AbortController().signal,
  );
  await assert.rejects(command, slip);
});

test('text of a page cannot control the terminal or reverse the text', () => {
  const hostile = 'safe\u001b]0;title\u0007 \u009b2J\u202etxt.exe\r\n\tkept\u0000';
  assert.equal(stripVTControlCharacters(toTerminalText(hostile)), 'safe]0;title 2Jtxt.exe\n\tkept');
});

test('the words of headings, bold text, code and citations stay', () => {
  const markdown = '## Axolotl\n\nA **salamander** with `gills` [1].\n\n[2024] stays.';
  const shown = 'Axolotl\n\nA salamander with gills [1].\n\n[2024] stays.';
  assert.equal(stripVTControlCharacters(toTerminalText(markdown)), shown);
});
