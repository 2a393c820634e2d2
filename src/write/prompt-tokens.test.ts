import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextTokensFor, windowFor } from '../models/context-window.ts';
import { windowNeed } from './prompt-tokens.ts';

const need = (contextTokens: number, maxQueryChars: number) => windowNeed({ contextTokens, maxQueryChars });

test('the window grows by a token for each token of the sources, and a quarter more at most', () => {
  const [none, more] = [need(0, 0), need(1000, 0)];
  assert.equal(more.min - none.min, 1000);
  assert.equal(more.max - none.max, 1250);
  assert.equal(need(0, 1000).min, none.min);
  assert.equal(need(0, 1000).max - none.max, 500);
});

test('a usual prompt has five sources and a question; the longest one ten and a conversation', () => {
  const { min, max } = need(0, 0);
  const fixed = min - (5 * 50 + 100 + 500);
  assert.ok(fixed > 100 && fixed < 2000, String(fixed));
  assert.equal(max, Math.ceil(fixed * 1.25 + 10 * 85 + 1350 + 530 + 1500));
});

test('a prompt needs a quarter more than it is estimated at, and room for a long answer', () => {
  assert.deepEqual([0, 4, 5, 1000].map(windowFor), [1500, 1505, 1507, 2750]);
});

test('the text that fits into a window is what the rest leaves over, in hundreds', () => {
  const { min } = need(0, 0);
  assert.deepEqual(
    [min - 1, min, min + 99, min + 100, min + 1234].map((tokens) => contextTokensFor(tokens, { frame: min })),
    [0, 0, 0, 100, 1200],
  );
});
