import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { Failure } from '../../core/failure.ts';
import { mismatchOf, refuseSchema } from './data-form.ts';

/** Values that match the schema, and values that do not, with a word of the message. */
function judges(
  schema: object,
  matching: readonly unknown[],
  others: readonly (readonly [unknown, RegExp])[],
) {
  refuseSchema(schema);
  for (const value of matching) assert.equal(mismatchOf(value, schema), null, JSON.stringify(value));
  for (const [value, message] of others) assert.match(mismatchOf(value, schema) ?? '', message);
}

test('types, also several, and whole numbers', () => {
  judges({ type: ['string', 'null'] }, ['x', null], [[1, /the value is not of the type string or null/]]);
  judges(
    { type: 'integer' },
    [1, 1.0],
    [
      [1.5, /integer/],
      ['1', /integer/],
    ],
  );
  judges(
    { type: 'object' },
    [{}],
    [
      [[], /object/],
      [null, /object/],
    ],
  );
  judges({ type: 'array' }, [[]], [[{}, /array/]]);
});

test('objects: required and additional properties, with the path of the mistake', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'object', properties: { b: { type: 'number' } } } },
    required: ['a'],
    additionalProperties: false,
  };
  judges(
    schema,
    [{ a: {} }, { a: { b: 1, c: 2 } }],
    [
      [{}, /the value has no `a`/],
      [{ a: { b: 'x' } }, /`\/a\/b` is not of the type number/],
      [{ a: {}, z: 1 }, /`\/z` is not allowed/],
      [{ a: {}, constructor: 1 }, /`\/constructor` is not allowed/],
    ],
  );
});

test('arrays, ranges, lengths and fixed values', () => {
  judges(
    { items: { enum: ['a', 2] }, maxItems: 2 },
    [['a', 2]],
    [
      [['b'], /`\/0` is not one/],
      [['a', 2, 2], /range/],
    ],
  );
  judges({ prefixItems: [{ const: 1 }], items: false }, [[1], []], [[[1, 2], /`\/1` is not allowed/]]);
  judges(
    { minimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
    [0.3, 0],
    [
      [1, /range/],
      [0.25, /range/],
    ],
  );
  judges({ minLength: 1, maxLength: 2 }, ['🦎🦎'], [['🦎🦎🦎', /range/]]);
});

test('every limit is checked on both of its sides, and only for values of its type', () => {
  const cases: readonly (readonly [object, within: readonly unknown[], outside: readonly unknown[]])[] = [
    [{ minimum: 2 }, [2, 3, 'x', [1]], [1]],
    [{ maximum: 2 }, [2, 1, '333'], [3]],
    [{ exclusiveMinimum: 2 }, [3, 'x'], [2, 1]],
    [{ exclusiveMaximum: 2 }, [1, 'x'], [2, 3]],
    [{ multipleOf: 3 }, [0, 3, -6, 'x'], [1, 4]],
    [{ multipleOf: 0 }, [1], []],
    [{ multipleOf: 0.01 }, [1e9, 1e9 + 0.01], [0.015]],
    [{ minLength: 2 }, ['ab', 'abc', 1, []], ['a', '🦎']],
    [{ maxLength: 2 }, ['ab', '', [1, 2, 3]], ['abc']],
    [{ minItems: 1 }, [[1], 'x', {}], [[]]],
    [{ maxItems: 1 }, [[1], [], 'xyz'], [[1, 2]]],
    [{ minProperties: 1 }, [{ a: 1 }, [], 'x'], [{}]],
    [{ maxProperties: 1 }, [{ a: 1 }, {}, [1, 2]], [{ a: 1, b: 2 }]],
    [{ maximum: 'two' }, [3], []],
  ];
  for (const [schema, within, outside] of cases)
    judges(
      schema,
      within,
      outside.map((value) => [value, /is out of range/] as const),
    );
});

test('fixed values and alternatives may be lists and objects, and null if a schema allows it', () => {
  judges({ const: { a: [1] } }, [{ a: [1] }], [[{ a: [2] }, /is not the required value/]]);
  judges(
    { enum: [[1], { a: 1 }, null, '1'] },
    [[1], { a: 1 }, null, '1'],
    [[1, /is not one of the allowed/]],
  );
  judges({ type: 'string', nullable: true }, ['x', null], [[1, /is not of the type string/]]);
  judges({ type: 'string', nullable: false }, ['x'], [[null, /is not of the type string/]]);
  judges({ type: 'boolean' }, [true, false], [[0, /boolean/]]);
  judges({ type: 'null' }, [null], [[0, /null/]]);
  judges({ type: [] }, [1, null], []);
});

test('alternatives and references, also recursive ones', () => {
  const node = {
    type: 'object',
    properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
  };
  const schema = { $ref: '#/$defs/node', $defs: { node: { ...node, required: ['next'] } } };
  judges(schema, [{ next: null }, { next: { next: null } }], [[{ next: {} }, /none of its alternatives/]]);
  judges(
    { oneOf: [{ type: 'number' }, { type: 'integer' }] },
    [1.5],
    [
      [1, /more than one/],
      ['x', /none/],
    ],
  );
  judges({ allOf: [{ type: 'string' }, { minLength: 2 }] }, ['ab'], [['a', /range/]]);
  // Many values beside each other are no deep ones.
  judges({ items: { type: 'number' } }, [Array(500).fill(1)], []);
});

test('a schema that could not be checked completely is refused with the reason', () => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ not: {} }, /`not` is not supported/],
    [{ properties: { a: { patternProperties: {} } } }, /`patternProperties`/],
    [{ $ref: 'https://example.org/x' }, /points outside the schema/],
    [{ $defs: { a: {} }, $ref: '/$defs/a' }, /points outside the schema/],
    [{ anyOf: ['x'] }, /is not a schema/],
  ];
  for (const [schema, message] of cases)
    assert.throws(
      () => refuseSchema(schema),
      (error) => error instanceof Failure && error.code === 'invalid-question' && message.test(error.message),
    );
});

test('a schema whose check would take forever does not match', () => {
  const endless = { $ref: '#' };
  refuseSchema(endless);
  assert.match(mismatchOf(1, endless) ?? '', /too long/);
  const twice = { properties: { a: { $ref: '#' } }, required: ['x'] };
  const doubling = {
    anyOf: [{ ...twice, required: [] }, twice],
    properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } },
  };
  let value: object = { a: 1 };
  for (let depth = 0; depth < 100; depth++) value = { a: value };
  assert.match(mismatchOf(value, doubling) ?? 'matches', /too long|none|matches/);
});

test('never throws for any schema that is accepted and any value', () => {
  const keyword = fc.constantFrom(
    'type',
    'enum',
    'const',
    'items',
    'properties',
    'anyOf',
    'allOf',
    'required',
    '$ref',
  );
  const schemas = fc.dictionary(keyword, fc.jsonValue());
  fc.assert(
    fc.property(schemas, fc.jsonValue(), (schema, value) => {
      try {
        refuseSchema(schema);
      } catch (error) {
        assert.ok(error instanceof Failure);
        return;
      }
      const mismatch = mismatchOf(value, schema);
      assert.ok(mismatch === null || mismatch !== '');
    }),
    { numRuns: 250 },
  );
});

test('a check takes little time whatever refers to itself, and however long its parts are', () => {
  const itself = (slashes: number) => ({ $ref: `#${'/'.repeat(slashes)}` });
  const twice = { anyOf: [itself(0), itself(0)] };
  const numbers = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, at]));
  const cases: readonly (readonly [unknown, object])[] = [
    [1, { anyOf: [itself(3900), itself(3900)] }],
    [1, { ...twice, type: [...Array(1500).fill('x'), 'number'] }],
    [1, { ...twice, enum: [...Array(2500).fill([]), 1] }],
    [Array(20_000).fill(1), { items: { enum: [...Array(2500).fill({}), 1] } }],
    ['😀'.repeat(20_000), { ...twice, minLength: 0 }],
    [numbers, { ...twice, required: Array(1500).fill('n1') }],
  ];
  for (const [value, schema] of cases) {
    refuseSchema(schema);
    const startedAt = process.cpuUsage();
    assert.notEqual(mismatchOf(value, schema), null);
    const { user } = process.cpuUsage(startedAt);
    assert.ok(user < 1_500_000, `${JSON.stringify(schema).slice(0, 60)}: ${user} µs`);
  }
});

test('a schema is refused if its names are no texts, or a reference leads to what is no schema', () => {
  const unusable = [
    { required: [{ toString: 1 }] },
    { required: 5 },
    { type: [{ toString: 1 }] },
    { $ref: '#/default', default: { not: {} } },
    { $ref: '#/enum', enum: [1] },
  ];
  for (const schema of unusable)
    assert.throws(() => refuseSchema(schema), { code: 'invalid-question' }, JSON.stringify(schema));
  refuseSchema({ $ref: '#/$defs/node', $defs: { node: { items: { $ref: '#' } } } });
});
