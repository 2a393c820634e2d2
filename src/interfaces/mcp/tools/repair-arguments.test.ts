import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repairArguments } from './tool.ts';

const schema = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    count: { type: 'integer' },
    sites: { type: 'array' },
  },
} as const;

test('what small models write for "none" counts as left out', () => {
  assert.deepEqual(repairArguments({ query: 'x', count: null, sites: '' }, schema), { query: 'x' });
  assert.deepEqual(repairArguments(null, schema), {});
  assert.deepEqual(repairArguments(undefined, schema), {});
});

test('a number as text and a list as text are read as they are meant', () => {
  assert.deepEqual(repairArguments({ count: ' 7 ', sites: 'a.org, b.org' }, schema), {
    count: 7,
    sites: ['a.org', 'b.org'],
  });
});

test('a value without another meaning is left for the schema to refuse', () => {
  assert.deepEqual(repairArguments({ query: 5, count: 'many', sites: [1] }, schema), {
    query: 5,
    count: 'many',
    sites: [1],
  });
  assert.deepEqual(repairArguments(['query'], schema), ['query']);
  assert.deepEqual(repairArguments('query', schema), 'query');
});

test('arguments that a tool does not have are dropped', () => {
  const given = JSON.parse('{"query": "x", "more": 1, "__proto__": {"count": 3}, "constructor": 1}');
  assert.deepEqual(repairArguments(given, schema), { query: 'x' });
});
