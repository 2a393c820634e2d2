import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER } from '../../../test/support/fixed-answer.ts';
import { checkedData, toDataForm } from './data-form.ts';

test('a caller asks for prose, for any object, or for what a schema describes', () => {
  for (const type of [undefined, 'text', 'other']) assert.equal(toDataForm(type, { type: 'object' }), null);
  for (const schema of [undefined, null])
    assert.deepEqual(toDataForm('json_object', schema), { schema: null });
  for (const type of ['json_object', 'json_schema'])
    assert.deepEqual(toDataForm(type, { type: 'array' }), { schema: '{"type":"array"}' });
});

test('a schema that is missing, too long or cannot be checked is refused', () => {
  for (const schema of [undefined, null, 'text', 7])
    assert.throws(() => toDataForm('json_schema', schema), { message: /`json_schema` needs a `schema`/ });
  const ofLength = (length: number) => ({ title: 'x'.repeat(length - 12) });
  assert.equal(JSON.stringify(ofLength(99)).length, 99);
  assert.notEqual(toDataForm('json_schema', ofLength(8000)), null);
  assert.throws(() => toDataForm('json_schema', ofLength(8001)), {
    ...{ code: 'invalid-question', message: /is longer than 8000 characters/ },
  });
  assert.throws(() => toDataForm('json_schema', { not: {} }), { code: 'invalid-question' });
});

const dataIn = (text: string, schema: string | null = null, error: string | null = null) =>
  checkedData({ ...ANSWER, text, error }, { schema });

test('the data of an answer are its text, without the code fence that models add', () => {
  for (const text of [
    '{"a":1}',
    ' {"a":1}\n',
    '```json\n{"a":1}\n```',
    '```\n{"a":1}\n```',
    '```JSON \n\n{"a":1}\n```\n',
  ])
    assert.equal(dataIn(text), '{"a":1}', text);
  assert.equal(dataIn('"x"', '{"type":"string"}'), '"x"');
});

test('an answer that does not match is refused with the reason, and with what the answer says of it', () => {
  for (const [text, schema, reason] of [
    ['so', null, /in the requested format: it is not JSON\. Try again/],
    ['[]', null, /the value is not of the type object/],
    ['', null, /it is not JSON/],
    ['x ```json\n{}\n```', null, /it is not JSON/],
    ['```json\n{}\n``` x', null, /it is not JSON/],
    ['7', '{"type":"string"}', /not of the type string/],
    [`[${'1,'.repeat(60_000)}1]`, '{}', /in the requested format: it has more than 50,000 values/],
  ] as const)
    assert.throws(
      () => dataIn(text, schema),
      { code: 'model-unavailable', message: reason },
      text.slice(0, 20),
    );
  assert.throws(() => dataIn('so', null, 'It was cut.'), {
    message: /it is not JSON\. It was cut\. Try again/,
  });
});
