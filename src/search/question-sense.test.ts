import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuestionSense } from './question-sense.ts';

test('puts the question first until it was misunderstood three times in a row', () => {
  const sense = createQuestionSense();
  sense.misunderstood();
  sense.misunderstood();
  assert.equal(sense.next(), 'question');
  sense.understood();
  sense.misunderstood();
  sense.misunderstood();
  assert.equal(sense.next(), 'question');
  sense.misunderstood();
  assert.equal(sense.next(), 'keywords');
});

test('tries the question again every twentieth time, and at once after it was understood', () => {
  const sense = createQuestionSense();
  for (let miss = 0; miss < 3; miss++) sense.misunderstood();
  const starts = Array.from({ length: 60 }, () => sense.next());
  const probes = starts.flatMap((start, at) => (start === 'question' ? [at + 1] : []));
  assert.deepEqual(probes, [20, 40, 60]);
  sense.understood();
  assert.equal(sense.next(), 'question');
});
