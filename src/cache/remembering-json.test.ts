import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRememberingJson } from './remembering-json.ts';

const [FIRST, SECOND, THIRD] = ['["aaaaaaaa"]', '["bbbbbbbb"]', '["cccccccc"]'] as const;

test('what was read is not read again, as long as the texts read fit', () => {
  const json = createRememberingJson(FIRST.length + SECOND.length);
  const value = json.deserialize(FIRST);
  assert.deepEqual(value, ['aaaaaaaa']);
  assert.deepEqual(json.deserialize(SECOND), ['bbbbbbbb']);
  assert.equal(json.deserialize(FIRST), value);
});

test('one text too many makes room for itself, and as many fit again', () => {
  const json = createRememberingJson(FIRST.length + SECOND.length);
  const [first, , third] = [FIRST, SECOND, THIRD].map((text) => json.deserialize(text));
  assert.equal(json.deserialize(THIRD), third);
  const again = json.deserialize(FIRST);
  assert.notEqual(again, first);
  assert.equal(json.deserialize(THIRD), third);
  json.deserialize(SECOND);
  assert.notEqual(json.deserialize(THIRD), third);
});
