import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf, ownValue } from './own-value.ts';
import { createYielding } from './yielding.ts';

test('a table has only its own keys', () => {
  const table: Readonly<Record<string, number>> = { a: 1, toString: 2 };
  assert.deepEqual(
    [ownValue(table, 'a'), ownValue(table, 'toString'), ownValue(table, 'b')],
    [1, 2, undefined],
  );
  for (const key of ['constructor', '__proto__', 'valueOf', 'hasOwnProperty'])
    assert.equal(ownValue(table, key), undefined);
});

test('a value has only its own fields, and what is no object has none', () => {
  assert.deepEqual(
    [fieldOf({ a: 1 }, 'a'), fieldOf([7], '0'), fieldOf(new Error('x'), 'message')],
    [1, 7, 'x'],
  );
  for (const value of [{}, null, undefined, 'text', 3])
    assert.equal(fieldOf(value, 'constructor'), undefined);
});

test('other tasks run only after ten milliseconds of work, and then the clock starts again', async (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const yieldIfDue = createYielding();
  const hasPaused = async () => {
    let others = 0;
    setImmediate(() => others++);
    await yieldIfDue();
    return others === 1;
  };
  nowMs += 9;
  assert.equal(await hasPaused(), false);
  nowMs += 1;
  assert.equal(await hasPaused(), true);
  nowMs += 9;
  assert.equal(await hasPaused(), false);
  nowMs += 1;
  assert.equal(await hasPaused(), true);
});
