import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress } from './progress.ts';

test('progress has the rate and the time left, on one line of a terminal and on few lines elsewhere', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const progress = showProgress(100, 50, output);
  for (let at = 0; at < 50; at++) progress.step();
  progress.end();
  assert.equal(written.length, 5);
  assert.match(written.at(-1) ?? '', /^100 of 100 questions, [\d.]+ a minute, 0 s left\n$/);
  const terminal = showProgress(2, 0, { ...output, isTTY: true });
  terminal.step();
  terminal.end();
  assert.match(written.at(-2) ?? '', /^\r.*1 of 2 questions/);
});
