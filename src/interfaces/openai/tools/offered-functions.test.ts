import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../../core/failure.ts';
import { dataFormOf, toOffered, toToolDemand } from './offered-functions.ts';

const parameters = { type: 'object', properties: { room: { type: 'string' } } };
const [light, time] = ['light', 'time'].map((name) => ({ name, description: '', parameters }));
assert.ok(light !== undefined && time !== undefined);
const messages = [{ role: 'user', text: 'Is it dark?' }];
const demandFor = (choice: unknown, functions = [light, time]) =>
  toToolDemand(functions, { choice, isParallel: true, messages });
/** The names of the offered functions, whether one must be called, and which one. */
const chosen = (choice: unknown, functions = [light, time]) => {
  const demand = demandFor(choice, functions);
  return [demand.functions.map(({ name }) => name).join(' '), demand.choice, demand.forced?.name ?? null];
};
const refuses = (act: () => unknown, message: RegExp) =>
  assert.throws(
    act,
    (error) => error instanceof Failure && error.code === 'invalid-question' && message.test(error.message),
  );

test('a function without a description or parameters has empty ones', () => {
  assert.deepEqual(toOffered({ name: 'time' }), {
    name: 'time',
    description: '',
    parameters: { type: 'object', properties: {} },
  });
  const whole = { name: 'light', description: 'Turns it on.', parameters };
  assert.deepEqual(toOffered(whole), whole);
});

test('a choice among functions is understood in each form in which programs send it', () => {
  for (const choice of [
    undefined,
    null,
    'auto',
    'other',
    { type: 'auto' },
    { type: 'web_search', name: 'x' },
  ])
    assert.deepEqual(chosen(choice), ['light time', 'auto', null], JSON.stringify(choice));
  for (const choice of ['none', { type: 'allowed_tools', mode: 'none' }])
    assert.deepEqual(chosen(choice), ['', 'auto', null]);
  const nested = { type: 'allowed_tools', allowed_tools: { mode: 'required' } };
  for (const choice of ['required', 'any', { type: 'allowed_tools', mode: 'required' }, nested])
    assert.deepEqual(chosen(choice), ['light time', 'required', null], JSON.stringify(choice));
  for (const choice of [
    { type: 'function', function: { name: 'time' } },
    { type: 'function', name: 'time' },
    { function: { name: 'time' } },
    { name: 'time' },
  ])
    assert.deepEqual(chosen(choice), ['light time', 'auto', 'time'], JSON.stringify(choice));
});

test('the only function is the one that has to be called, if any has to', () => {
  assert.deepEqual(chosen('required', [light]), ['light', 'auto', 'light']);
  assert.deepEqual(chosen('auto', [light]), ['light', 'auto', null]);
});

test('a choice that cannot be followed is refused', () => {
  const notOffered = /unless `tools` lists them/;
  for (const choice of [{ name: 'door' }, { type: 'function' }, { type: 'function', name: 7 }, { name: 7 }])
    refuses(() => demandFor(choice), notOffered);
  refuses(() => demandFor('required', []), notOffered);
  refuses(() => demandFor({ type: 'custom', name: 'light' }), /of the type `custom` are not called/);
});

test('functions need different names, and have at most 64,000 characters together', () => {
  refuses(() => demandFor('auto', [light, time, light]), /two functions have the name `light`/);
  const empty = JSON.stringify([{ ...light, description: '' }]).length;
  const ofLength = (length: number) => [{ ...light, description: 'x'.repeat(length - empty) }];
  assert.deepEqual(chosen('auto', ofLength(64_000)), ['light', 'auto', null]);
  refuses(() => demandFor('auto', ofLength(64_001)), /more than 64000 characters/);
});

test('a model gets the conversation, and goes on after a result', () => {
  const { turns, instructions, isContinued, maxCalls } = demandFor('auto');
  assert.deepEqual(turns, [{ role: 'user', text: 'Is it dark?' }]);
  assert.deepEqual([instructions, isContinued, maxCalls], ['', false, 16]);
  const call = { id: 'c', name: 'light', arguments: '{}' };
  const continued = toToolDemand([light], {
    choice: 'auto',
    isParallel: false,
    messages: [
      { role: 'system', text: 'Be brief.' },
      ...messages,
      { role: 'assistant', text: '', calls: [call] },
      { role: 'tool', text: 'It is.', callId: 'c' },
    ],
  });
  assert.deepEqual(
    [continued.instructions, continued.isContinued, continued.maxCalls],
    ['Be brief.', true, 1],
  );
});

test('the form of an answer is that of the arguments, if a function has to be called', () => {
  const free = demandFor('auto');
  assert.equal(dataFormOf(free, undefined, null), null);
  assert.deepEqual(dataFormOf(free, 'json_object', null), { schema: null });
  const forced = demandFor({ name: 'time' });
  assert.deepEqual(dataFormOf(forced, 'text', null), {
    schema: JSON.stringify({ title: 'time', ...parameters }),
  });
  const described = demandFor('required', [{ ...light, description: 'Turns it on.' }]);
  assert.deepEqual(dataFormOf(described, undefined, null), {
    schema: JSON.stringify({ title: 'light', description: 'Turns it on.', ...parameters }),
  });
});
