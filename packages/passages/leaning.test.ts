import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependsOnPrevious } from './pick.ts';

test('a sentence that begins with a pronoun depends on the one before it, in any language', () => {
  for (const text of [
    ...['He left.', '“They said so.”', ' Its roof', 'Sie ging.', 'Она ушла', 'वह गया', 'هو كاتب'],
  ]) {
    assert.ok(dependsOnPrevious(text), text);
  }
  for (const text of ['Hear him.', 'Theyre', 'Thatcher won', 'The man', '', 'Это́го', "It's"]) {
    assert.ok(!dependsOnPrevious(text), text);
  }
});
