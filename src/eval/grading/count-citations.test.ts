import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countCitations } from './count-citations.ts';

test('a citation is right if its source supports the statement before it', () => {
  const text = 'One is so [1][2]. Two is not [1]. Three. Four? [3]';
  const at = (words: string) => text.indexOf(words);
  const statements = [
    { from: at('One'), verdict: 'supported', quotes: [{ source: 1 }] },
    { from: at('Two'), verdict: 'differs', quotes: [{ source: 1 }] },
    { from: at('Three'), verdict: 'supported', quotes: [{ source: 2 }] },
    { from: at('Four'), verdict: 'not-checked', quotes: [] },
  ];
  assert.deepEqual(countCitations(text, statements), {
    ...{ statements: 3, supportedAndCited: 1, citations: 3, rightCitations: 1 },
  });
  assert.deepEqual(countCitations('', []), {
    ...{ statements: 0, supportedAndCited: 0, citations: 0, rightCitations: 0 },
  });
});
