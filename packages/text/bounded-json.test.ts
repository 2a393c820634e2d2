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

test('what stands side by side is not deep, and counts as so many values', () => {
  const siblings = `[${'[1],{"a":"\\\\"},'.repeat(200)}"\\"["]`;
  assert.deepEqual(parseBoundedJson(siblings), JSON.parse(siblings));
  const [values, more] = [`[${'1,'.repeat(400)}1]`, `[${'1,'.repeat(401)}1]`];
  assert.deepEqual(parseBoundedJson(values, 401), JSON.parse(values));
  assert.throws(() => parseBoundedJson(more, 401), /more than 401 values/);
});
