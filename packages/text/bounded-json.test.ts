import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { JsonTooLarge, parseBoundedJson } from './bounded-json.ts';

test('parses all JSON of usual depth as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      assert.deepEqual(parseBoundedJson(text), JSON.parse(text));
    }),
  );
  for (const text of ['"[[["', '"\\"["', '["\\\\",[]]'])
    assert.deepEqual(parseBoundedJson(text), JSON.parse(text));
});

test('refuses what nests deeper than any reply, in arrays, objects or both', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['[1,{"b]":', '}]'],
  ] as const) {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    assert.doesNotThrow(() => parseBoundedJson(nested(90)));
    assert.throws(() => parseBoundedJson(nested(300)), SyntaxError);
  }
  assert.throws(() => parseBoundedJson('['.repeat(1_900_000)), SyntaxError);
});

test('the deepest and the largest JSON that is parsed are exactly at the limits', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${' '.repeat(500)}${']'.repeat(depth)}`;
  let deepest = 1;
  const parses = (text: string, maxValues?: number) => {
    try {
      parseBoundedJson(text, maxValues);
      return true;
    } catch (error) {
      assert.ok(error instanceof JsonTooLarge);
      const limit = maxValues === undefined ? 'more than 200 levels' : `more than ${maxValues} values`;
      assert.equal(error.limit, limit);
      return false;
    }
  };
  while (parses(nested(deepest + 1))) deepest++;
  assert.equal(deepest, 200);
  // The list itself is a value, and so is each object in it.
  const list = (count: number) => `[${Array(count).fill('1').join(',')}]${' '.repeat(500)}`;
  assert.deepEqual([parses(list(10), 10), parses(list(11), 10)], [true, false]);
  const objects = (count: number) => `[${Array(count).fill('{}').join(',')}]${' '.repeat(500)}`;
  assert.deepEqual([parses(objects(5), 10), parses(objects(6), 10)], [true, false]);
});
