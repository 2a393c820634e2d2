import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { parseBoundedJson } from './bounded-json.ts';

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
