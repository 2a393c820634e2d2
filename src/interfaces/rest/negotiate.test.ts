import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from './answering.ts';

test('JSON is sent if the field is absent or accepts it with any weight', () => {
  const fields = [
    undefined,
    '',
    '*/*',
    'application/json;q=0.001, text/event-stream',
    'text/event-stream, */*;q=0.1',
    'text/html, application/*;q=0.1',
  ];
  for (const field of fields) assert.equal(formOf(field), 'application/json', String(field));
});

test('the most wanted other form is sent if the field does not accept JSON', () => {
  const wanted = {
    'text/event-stream': 'text/event-stream',
    'text/*': 'text/event-stream',
    'application/json;q=0, text/event-stream': 'text/event-stream',
    'text/plain': 'text/plain',
    'text/plain; charset=utf-8': 'text/plain',
    'text/html;q=0.3, text/markdown': 'text/markdown',
    'text/html': 'text/html',
    'application/ssml+xml, text/plain;q=0.5': 'application/ssml+xml',
    'image/png, text/plain;q=0.1': 'text/plain',
    'application/json;q=0, */*': 'text/event-stream',
    'text/plain, application/*;q=0, */*;q=0.1': 'text/plain',
  };
  for (const [field, form] of Object.entries(wanted)) assert.equal(formOf(field), form, field);
});

test('there is no form for a field that accepts none on offer', () => {
  for (const field of ['image/png', 'application/json;q=0', 'text/plain;q=0', 'text/css, video/*'])
    assert.equal(formOf(field), null, field);
});

test('media types are read in any case', () => {
  assert.equal(formOf('APPLICATION/JSON, text/event-stream'), 'application/json');
  assert.equal(formOf('Text/Event-Stream'), 'text/event-stream');
});
