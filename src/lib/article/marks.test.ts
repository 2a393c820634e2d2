import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMarks } from './seen-blocks.ts';

test('counts words, capitals and ends of sentences', () => {
  assert.deepEqual(countMarks('Ärger, in 1887. Really? 是的。'), {
    words: 5,
    capitals: 2,
    stops: 3,
  });
});
