import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { libraryPart } from './library-part.ts';
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

test('finds a file next to the main entry point of a library', () => {
  const file = fileURLToPath(libraryPart('htmlparser2', './Tokenizer.js'));
  assert.match(file, /\bhtmlparser2\b.*\bTokenizer\.js$/);
  assert.ok(existsSync(file));
});

test('a library that is not installed is an error', () => {
  assert.throws(() => libraryPart('no-such-library-anywhere', './index.js'));
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
