import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTextDeltas } from './text-deltas.ts';

const event = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, ...more }] })}`;

test('reads any text between the same frame as JSON does', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
      const textDelta = createTextDeltas();
      assert.deepEqual(
        texts.map((content) => textDelta(event({ content }))?.text),
        texts.map((content) => JSON.parse(JSON.stringify(content))),
      );
    }),
  );
});

test('ignores text that looks like the frame', () => {
  const textDelta = createTextDeltas();
  assert.equal(textDelta(event({ content: 'one' }))?.text, 'one');
  for (const other of [
    event({ content: 'two', tool_calls: [{ function: { name: 'f' } }] }),
    event({ reasoning: 'x', content: 'two' }),
    event({ content: 'two' }, { finish_reason: 'stop' }),
    event({ content: 'two","refusal":"no' }).replaceAll('\\"', '"'),
    event({ content: 'two' }).replace('two', 'two\\'),
    event({ content: 'two' }).replace('two', 'tw\no'),
    'data: {"id":"c","choices":[{"index":0,"delta":{"content":"',
    'data: [DONE]',
    '',
  ])
    assert.equal(textDelta(other), null, other);
  assert.equal(textDelta(event({ content: 'three' }))?.text, 'three');
});

test('reads the text from its own field, whatever else looks like it', () => {
  const textDelta = createTextDeltas();
  const twice = (content: string) =>
    `data: ${JSON.stringify({ content: 'a', choices: [{ delta: { content } }] })}`;
  const named = (content: string) =>
    `data: ${JSON.stringify({ id: '', model: '"content":""', choices: [{ delta: { role: '', content } }] })}`;
  for (const eventOf of [twice, named])
    for (const text of ['', 'a', 'b "content":"c"', '\u0000'])
      assert.equal(textDelta(eventOf(text))?.text, text);
});
