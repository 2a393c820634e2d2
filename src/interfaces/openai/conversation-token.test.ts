import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { openConversation, sealConversation } from './conversation-token.ts';

const DAY_MS = 24 * 3_600_000;
const history = [{ question: 'Who discovered radium?', answer: 'Marie Curie [1].' }];

test('an id returns the conversation that it was made from, on every instance with the same secret', () => {
  const id = sealConversation(history, 'secret');
  assert.match(id, /^resp_[\w-]+$/);
  assert.deepEqual(openConversation(id, 'secret'), history);
  assert.equal(openConversation(id, 'other'), null);
});

test('two responses of the same conversation have different ids', () => {
  const seal = () => sealConversation(history, 'secret', 1_000_000);
  assert.notEqual(seal(), seal());
});

test('an id is valid for a day', () => {
  const id = sealConversation(history, 'secret', 1_000_000);
  assert.deepEqual(openConversation(id, 'secret', 1_000_000 + DAY_MS - 1000), history);
  assert.equal(openConversation(id, 'secret', 1_000_000 + DAY_MS + 1000), null);
});

test('the last five exchanges are kept, shortened, so that an id stays small', () => {
  const long = Array.from({ length: 9 }, (_, at) => ({
    question: `${at} ${'why and how '.repeat(500)}`,
    answer: `${at} ${'because of this '.repeat(2000)}`,
  }));
  const id = sealConversation(long, 'secret');
  assert.ok(id.length < 1000, String(id.length));
  const kept = openConversation(id, 'secret');
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
  const text = (chars: number) => fc.string({ unit: 'binary', minLength: chars, maxLength: chars });
  const exchange = fc.record({ question: text(450), answer: text(1100) });
  const conversations = fc.array(exchange, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(conversations, (all) =>
      assert.equal(openConversation(sealConversation(all, 'secret'), 'secret')?.length, 5),
    ),
    { numRuns: 20 },
  );
});
