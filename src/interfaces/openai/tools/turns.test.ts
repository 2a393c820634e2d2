import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallingMessage, toCalls, toInstructions, toolCalls, toTurns } from './turns.ts';

const user = (text: string): CallingMessage => ({ role: 'user', text });
const calls = (...ids: readonly string[]): CallingMessage => ({
  ...{ role: 'assistant', text: '' },
  calls: ids.map((id) => ({ id, name: `f-${id}`, arguments: '{}' })),
});
const result = (text: string, callId?: string): CallingMessage => ({
  ...{ role: 'tool', text },
  ...(callId !== undefined && { callId }),
});
const told = (messages: readonly CallingMessage[]) =>
  toTurns(messages).map((turn) =>
    turn.role === 'assistant' ? [turn.text, ...turn.calls.map(({ id }) => id)].join(' ') : turn.text,
  );

test('each result follows its call, in whatever order they came', () => {
  const messages = [user('A?'), calls('a'), calls('b'), result('of b', 'b'), result('of a', 'a')];
  assert.deepEqual(told(messages), ['A?', ' a b', 'of a', 'of b']);
});

test('results without ids belong to the calls in their order', () => {
  assert.deepEqual(told([user('A?'), calls('a', 'b'), result('one'), result('two')]), [
    'A?',
    ' a b',
    'one',
    'two',
  ]);
});

test('calls without a result and results without a call are left out', () => {
  const messages = [
    user('A?'),
    calls('a', 'b'),
    result('of b', 'b'),
    result('of c', 'c'),
    user('B?'),
    result('x', 'a'),
  ];
  assert.deepEqual(told(messages), ['A?', ' b', 'of b', 'B?']);
});

test('an answer that was begun, a greeting and an empty conversation do not count', () => {
  assert.deepEqual(
    told([{ role: 'assistant', text: 'Hello!' }, user('A?'), { role: 'assistant', text: 'It' }]),
    ['A?'],
  );
  assert.deepEqual(told([{ role: 'system', text: 'Be brief.' }]), []);
});

test('the last five questions are kept, and fewer if they are long', () => {
  const talk = (count: number, text: string) =>
    Array.from({ length: count }, (_, at) => [
      user(`${at}?`),
      { role: 'assistant', text },
      user(' more'),
    ]).flat();
  assert.equal(told([...talk(9, 'x'), user('last?')]).filter((text) => text.includes('?')).length, 5);
  const long = told(Array.from({ length: 5 }, () => [user('q'), ...long8()]).flat());
  assert.ok(long.join('').length <= 61_000);
  assert.equal(long[0], 'q');
});

/** One question with results of 32,000 characters. */
function long8(): readonly CallingMessage[] {
  const ids = ['a', 'b', 'c', 'd'];
  return [calls(...ids), ...ids.map((id) => result('x'.repeat(9000), id))];
}

test('the instructions are the system messages, up to a length', () => {
  const messages = [{ role: 'system', text: 'A' }, user('B'), { role: 'developer', text: 'C' }];
  assert.equal(toInstructions(messages), 'A\n\nC');
  assert.equal(toInstructions([{ role: 'system', text: 'x'.repeat(30_000) }]).length, 24_000);
});

test('a call without an id has its place as its id, and its arguments are text of a bounded length', () => {
  const named = (given: object) => ({ function: { name: 'f', ...given } });
  const given = [
    named({ arguments: { a: 1 } }),
    { id: 'x', function: null },
    { id: 'b', ...named({ arguments: 'x'.repeat(8001) }) },
    named({}),
  ];
  assert.deepEqual(toCalls(given, 3), [
    { id: 'call_3_0', name: 'f', arguments: '{"a":1}' },
    { id: 'b', name: 'f', arguments: 'x'.repeat(8000) },
    { id: 'call_3_3', name: 'f', arguments: '{}' },
  ]);
  assert.deepEqual([toCalls(null, 0), toCalls(undefined, 0)], [[], []]);
  const many = (length: number) => toolCalls.safeParse(Array.from({ length }, () => ({}))).success;
  assert.deepEqual([many(128), many(129)], [true, false]);
});

test('each text has at most 8,000 characters, and all together 60,000', () => {
  const long = 'x'.repeat(9000);
  const assistant = (text: string) => ({ role: 'assistant', text, calls: [] });
  const texts = told([user(long), { ...calls('a'), text: long }, result(long, 'a')]);
  assert.deepEqual(
    texts.map((text) => text.length),
    [8000, 8002, 8000],
  );
  const talk = (last: number) => [
    ...Array.from({ length: 3 }, () => [user(long), assistant(long)]).flat(),
    ...[user(long), assistant('x'.repeat(last)), user('?'.repeat(1000))],
  ];
  assert.equal(toTurns(talk(3000)).length, 9);
  assert.equal(toTurns(talk(3001)).length, 7);
});
