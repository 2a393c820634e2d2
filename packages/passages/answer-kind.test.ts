import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerKindOf } from './names.ts';

test('distinguishes questions for numbers and names from others', () => {
  for (const text of ['How many were there?', 'When did it open?', 'Сколько лет?', 'Wann?'])
    assert.equal(answerKindOf(text), 'number', text);
  for (const text of ['Who built it?', 'In which town?', 'Где Москва?', '¿Quién fue?'])
    assert.equal(answerKindOf(text), 'name', text);
  for (const text of ['Why is it high?', 'Whatever happened', 'the whole story', ''])
    assert.equal(answerKindOf(text), 'other', text);
});
