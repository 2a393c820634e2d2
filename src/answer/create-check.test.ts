import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCheck } from './create-check.ts';

test('a statement that two versions of an answer have is compared once', async () => {
  const compared: string[] = [];
  let judges = 0;
  const check = createCheck({ sources: [], language: 'en' }, () => {
    judges++;
    return ({ text }) => {
      compared.push(text);
      return { verdict: 'supported', score: 1, quotes: [] };
    };
  });
  await check('It is red. It is round.');
  assert.deepEqual(
    (await check('It is new. It is round.')).map(({ text, from }) => [text, from]),
    [
      ['It is new.', 0],
      ['It is round.', 11],
    ],
  );
  await check('It is round.');
  assert.deepEqual([compared, judges], [['It is red.', 'It is round.', 'It is new.'], 2]);
});
