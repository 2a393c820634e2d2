import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { factsOf, MAX_FACTS } from './facts.ts';

test('names the facts of nested objects, and leaves out values that are missing', () => {
  const value = {
    ...{ legs: 4, wild: true, note: null, empty: ' ', tags: ['a', 'b'], eggs: { per_year: { max: 900 } } },
    ...{ air: { val: 20, unit: '°C' }, wet: { val: 60 }, at: { datetime: '2026-11-24T12:00:00' } },
    ...{ place: { name: 'Berlin', latitude: 52.5 }, days: [{ low: 1 }, { low: 2 }] },
  };
  assert.deepEqual(factsOf(value), [
    ...[
      ['legs', '4'],
      ['wild', 'true'],
      ['tags', 'a, b'],
      ['eggs per year max', '900'],
      ['air', '20 °C'],
    ],
    ...[
      ['wet', '60'],
      ['at', '2026-11-24T12:00:00'],
      ['place', 'Berlin'],
    ],
    ...[
      ['days 1 low', '1'],
      ['days 2 low', '2'],
    ],
  ]);
});

test('returns texts with names, and at most 30, whatever the value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 50 }), (value) => {
      const facts = factsOf(value);
      assert.ok(facts.length <= MAX_FACTS);
      for (const [name, text] of facts) assert.ok(typeof name === 'string' && text !== '');
    }),
  );
  assert.equal(factsOf(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at]))).length, 30);
});
