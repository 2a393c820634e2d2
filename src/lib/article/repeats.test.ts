import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { repeatsIn } from './repeats.ts';

const LONG = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');

test('finds text that occurred before', () => {
  assert.deepEqual(repeatsIn([LONG, 'something else that nobody says twice here', LONG]), [0, 0, 1]);
});

test('takes time in proportion to the length', async () => {
  await assertProportional(
    (chars) => repeatsIn(['a b '.repeat(chars / 4), 'a b '.repeat(chars / 4)]),
    200_000,
  );
});
