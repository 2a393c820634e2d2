import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { Failure } from '../core/failure.ts';
import type { Answerer } from '../core/run.ts';
import { askCommand, toFindings, toTerminalText } from './ask.ts';

const { signal } = new AbortController();

test('reading the question from standard input can be interrupted', async () => {
  // biome-ignore lint/correctness/useYield: nobody asks it.
  const ask: Answerer = async function* () {
    assert.fail('it was asked');
  };
  const parts = {
    deadlines: { quick: 1000, deep: 1000 },
    maxQueryChars: 2000,
    caller: { name: '' },
  };
  assert.equal(await askCommand({ args: ['-'], ask, ...parts }, AbortSignal.abort()), 130);
});

test('the question is asked without outer white space, and the status says why it failed', async (t) => {
  const errors = t.mock.method(console, 'error', () => undefined).mock;
  for (const [code, status] of [
    ['search-unavailable', 69],
    ['model-unavailable', 1],
  ] as const) {
    const asked: string[] = [];
    // biome-ignore lint/correctness/useYield: it fails before its first event.
    const ask: Answerer = async function* ({ question }) {
      asked.push(question.text);
      throw new Failure(code, 'It is down.');
    };
    const parts = {
      deadlines: { quick: 1000, deep: 1000 },
      maxQueryChars: 7,
      caller: { name: '' },
    };
    assert.equal(await askCommand({ args: [' Why', 'me? '], ask, ...parts }, signal), status);
    assert.deepEqual(asked, ['Why me?']);
  }
  assert.match(String(errors.calls[0]?.arguments[0]), /^It is down\.\n`sayso doctor`/);
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

test('sentences that differ from the sources or were not found are listed', () => {
  const found = { source: 2, text: '330 m', from: 0, to: 5 };
  const told = toFindings([
    { index: 0, text: 'A.', from: 0, to: 2, verdict: 'supported', score: 1, quotes: [] },
    {
      ...{ index: 1, text: 'It is 380 m.', from: 3, to: 15, verdict: 'differs', score: 0.6, quotes: [] },
      difference: { kind: 'number', stated: '380 m', found },
    },
    { index: 2, text: 'New.', from: 16, to: 20, verdict: 'not-found', score: 0, quotes: [] },
    { index: 3, text: 'Why?', from: 21, to: 25, verdict: 'not-checked', score: null, quotes: [] },
  ]);
  assert.equal(told, '\nSentences found in the sources: 1 of 3\n≠ It is 380 m. (source 2: 330 m)\n? New.\n');
  assert.equal(toFindings([]), '');
});
