import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaningOf } from './leaning.ts';

test('the text after the opening words is the change, with its own marks and without earlier ones', () => {
  const changeIn = (text: string) => leaningOf(text, 'What is the capital of France?').change;
  assert.equal(changeIn('What about Rome, Paris – and Oslo?'), 'Rome, Paris – and Oslo?');
  assert.equal(changeIn('“What about: – Rome?'), 'Rome?');
  assert.equal(changeIn('and Rome?'), 'Rome?');
  assert.equal(changeIn('What aboutRome?'), null);
  assert.equal(changeIn('Is it Rome?'), null);
});

test('a question is a fragment if it is short and has no verb', () => {
  const isFragment = (text: string) => leaningOf(text, 'What is the capital of France?').isFragment;
  assert.deepEqual(
    ['How tall?', 'The population in winter time?', 'Is it tall?', 'The tall tower there?'].map(isFragment),
    [true, false, false, true],
  );
});

test('a pronoun is a person or a thing, and a capital inside a sentence makes it none', () => {
  const pronounIn = (text: string) => leaningOf(text, 'Who wrote Hamlet?').pronoun;
  assert.deepEqual(pronounIn('How old was she?'), { word: 'she', means: 'person' });
  assert.deepEqual(pronounIn('How old is it?'), { word: 'it', means: 'thing' });
  assert.equal(pronounIn('Who sang She?'), null);
  assert.equal(pronounIn('How old is Rome?'), null);
});
