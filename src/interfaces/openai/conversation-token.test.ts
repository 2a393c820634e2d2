import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { createConversationTokens } from './conversation-token.ts';

const DAY_MS = 24 * 3_600_000;
const history = [{ question: 'Who discovered radium?', answer: 'Marie Curie [1].' }];

test('an id returns the conversation that it was made from, on every instance with the same secret', () => {
  const id = createConversationTokens('secret').seal(history);
  assert.match(id, /^resp_[\w-]+$/);
  assert.deepEqual(createConversationTokens('secret').open(id), history);
  assert.equal(createConversationTokens('other').open(id), null);
});

test('two responses of the same conversation have different ids', () => {
  const tokens = createConversationTokens('secret', () => 1_000_000);
  assert.notEqual(tokens.seal(history), tokens.seal(history));
});

test('an id is valid for a day', () => {
  let now = 1_000_000;
  const tokens = createConversationTokens('secret', () => now);
  const id = tokens.seal(history);
  now += DAY_MS - 1000;
  assert.deepEqual(tokens.open(id), history);
  now += 2000;
  assert.equal(tokens.open(id), null);
});

test('the last five exchanges are kept, shortened, so that an id stays small', () => {
  const tokens = createConversationTokens('secret');
  const long = Array.from({ length: 9 }, (_, at) => ({
    question: `${at} ${'why and how '.repeat(500)}`,
    answer: `${at} ${'because of this '.repeat(2000)}`,
  }));
  const id = tokens.seal(long);
  assert.ok(id.length < 1000, String(id.length));
  const kept = tokens.open(id);
  assert.deepEqual(
    kept?.map(({ question }) => question[0]),
    ['4', '5', '6', '7', '8'],
  );
  for (const { question, answer } of kept ?? []) {
    assert.ok(question.length > 380 && question.length <= 400, question);
    assert.ok(answer.length > 980 && answer.length <= 1000, answer);
  }
});

test('the largest conversation of any characters can be read again', () => {
  const tokens = createConversationTokens('secret');
  const text = (chars: number) => fc.string({ unit: 'binary', minLength: chars, maxLength: chars });
  const exchange = fc.record({ question: text(450), answer: text(1100) });
  const conversations = fc.array(exchange, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(conversations, (all) => assert.equal(tokens.open(tokens.seal(all))?.length, 5)),
    { numRuns: 20 },
  );
});
