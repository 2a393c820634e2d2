import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findInstant, WARMING_QUESTIONS, warmUpInstant } from './find-instant.ts';

test('each question of the warm-up has an instant answer, and other work runs between them', async () => {
  for (const question of WARMING_QUESTIONS)
    assert.notEqual(findInstant(question, { nowMs: 0 }), null, question);
  let turns = 0;
  const immediate = () => {
    turns++;
    if (isRunning) setImmediate(immediate);
  };
  let isRunning = true;
  setImmediate(immediate);
  await warmUpInstant(0, new AbortController().signal);
  isRunning = false;
  assert.ok(turns >= WARMING_QUESTIONS.length - 1, `${turns} turns`);
});

test('the warm-up ends when the service stops', async () => {
  await warmUpInstant(60_000, AbortSignal.abort());
});
