import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMarks } from './marks.ts';

test('counts words, digits, capitals and punctuation', () => {
  assert.deepEqual(countMarks('Ärger, in 1887. Really? 是的。'), {
    words: 5,
    digits: 4,
    capitals: 2,
    commas: 1,
    stops: 3,
  });
});
