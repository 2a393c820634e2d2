import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentPieces, validCalls } from './valid-calls.ts';

const properties = { room: { type: 'string' }, level: { type: 'integer' } };
const light = { name: 'light', description: '', parameters: { properties, required: ['room'] } };
const time = { name: 'time', description: '', parameters: { type: 'object' } };
const unchecked = { name: 'unchecked', description: '', parameters: { required: ['a'], if: {} } };
/** The arguments of calls after the check; null if they are refused. */
const checked = (...calls: readonly (readonly [name: string, text: string])[]) =>
  validCalls(
    calls.map(([name, text], at) => ({ id: `c${at}`, name, arguments: text })),
    [light, time, unchecked],
  )?.map((call) => call.arguments) ?? null;

test('a call keeps its id and its name, and its arguments become compact JSON', () => {
  const call = { id: 'c', name: 'light', arguments: ' { "room": "hall", "level": 3 } ' };
  assert.deepEqual(validCalls([call], [time, light]), [{ ...call, arguments: '{"room":"hall","level":3}' }]);
  assert.deepEqual(validCalls([], [light]), []);
});

test('a call without arguments has an empty object of them', () => {
  for (const text of ['', ' \n', '{}']) assert.deepEqual(checked(['time', text]), ['{}'], text);
});

test('null counts as an argument that is left out, if it does not match', () => {
  assert.deepEqual(checked(['light', '{"room":"hall","level":null}']), ['{"room":"hall"}']);
  assert.deepEqual(checked(['time', '{"zone":null}']), ['{"zone":null}']);
  assert.equal(checked(['light', '{"room":null}']), null);
});

test('arguments that are no matching object are refused, and so is a function that was not offered', () => {
  for (const text of ['{"room":7}', '{}', '[]', '"hall"', 'null', '7', '{"room":', 'hall'])
    assert.equal(checked(['light', text]), null, text);
  assert.equal(checked(['time', '[]']), null);
  assert.equal(checked(['door', '{}']), null);
});

test('one call that is refused refuses all of them', () => {
  const fits = ['light', '{"room":"hall"}'] as const;
  assert.deepEqual(checked(fits, ['time', '']), ['{"room":"hall"}', '{}']);
  assert.equal(checked(fits, ['time', '7']), null);
  assert.equal(checked(['time', '7'], fits), null);
});

test('arguments are not checked by a schema with keywords that have no check', () => {
  assert.deepEqual(checked(['unchecked', '{"b":null}']), ['{"b":null}']);
});

test('arguments have at most 32,000 characters', () => {
  const ofLength = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
  assert.equal(ofLength(99).length, 99);
  assert.deepEqual(checked(['time', ofLength(32_000)]), [ofLength(32_000)]);
  assert.equal(checked(['time', ofLength(32_001)]), null);
});

test('arguments are streamed in pieces of 64 code points, with their line ends', () => {
  assert.deepEqual(argumentPieces(''), []);
  assert.deepEqual(argumentPieces('a\nb'), ['a\nb']);
  const text = '👍'.repeat(65);
  assert.deepEqual(argumentPieces(text), ['👍'.repeat(64), '👍']);
});
