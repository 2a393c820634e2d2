import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from './negotiate.ts';

test('sends JSON wherever the field is absent or admits it at any weight', () => {
  const fields = [
    undefined,
    '',
    '*/*',
    'application/json;q=0.001, text/event-stream',
    'text/event-stream, */*;q=0.1',
  ];
  for (const field of fields) assert.equal(formOf(field), 'json', String(field));
});

test('sends a stream where the field admits one and no JSON', () => {
  for (const field of ['text/event-stream', 'text/*', 'application/json;q=0, text/event-stream'])
    assert.equal(formOf(field), 'event-stream', field);
});

test('reads media types in any case', () => {
  assert.equal(formOf('APPLICATION/JSON, text/event-stream'), 'json');
  assert.equal(formOf('Text/Event-Stream'), 'event-stream');
});
