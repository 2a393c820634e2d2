import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { toTerminalText } from './terminal-text.ts';

test('text of a page cannot control the terminal or reverse the text', () => {
  const hostile = 'safe\u001b]0;title\u0007 \u009b2J\u202etxt.exe\r\n\tkept\u0000';
  assert.equal(stripVTControlCharacters(toTerminalText(hostile)), 'safe]0;title 2Jtxt.exe\n\tkept');
});

test('the words of headings, bold text, code and citations stay', () => {
  const markdown = '## Axolotl\n\nA **salamander** with `gills` [1].\n\n[2024] stays.';
  const shown = 'Axolotl\n\nA salamander with gills [1].\n\n[2024] stays.';
  assert.equal(stripVTControlCharacters(toTerminalText(markdown)), shown);
});
