import assert from 'node:assert/strict';
import { test } from 'node:test';
import { own } from './own.ts';

test('a table has only its own keys', () => {
  const table: Readonly<Record<string, number>> = { a: 1, toString: 2 };
  assert.deepEqual([own(table, 'a'), own(table, 'toString'), own(table, 'b')], [1, 2, undefined]);
  for (const key of ['constructor', '__proto__', 'valueOf', 'hasOwnProperty'])
    assert.equal(own(table, key), undefined);
});
