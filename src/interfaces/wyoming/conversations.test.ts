import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { Conversations } from './conversations.ts';

const exchange = (question: string) => ({ question, answer: 'Yes.' });

test('a conversation belongs to one client and one id', () => {
  const conversations = new Conversations();
  const key = { client: '192.0.2.1', id: '01J' };
  conversations.remember(key, exchange('Is it?'));
  assert.deepEqual(conversations.historyOf(key), [exchange('Is it?')]);
  assert.deepEqual(conversations.historyOf({ ...key, client: '192.0.2.2' }), []);
  assert.deepEqual(conversations.historyOf({ ...key, id: '01K' }), []);
});

test('a conversation keeps its last five exchanges, shortened', () => {
  const conversations = new Conversations();
  const key = { client: '192.0.2.1', id: '01J' };
  for (let count = 0; count < 8; count++)
    conversations.remember(key, { question: `${count} ${'x'.repeat(9000)}`, answer: 'y'.repeat(9000) });
  const history = conversations.historyOf(key);
  assert.deepEqual(
    history.map(({ question, answer }) => [question[0], question.length, answer.length]),
    [3, 4, 5, 6, 7].map((count) => [String(count), 2000, 2000]),
  );
});

test('of too many conversations, those that were silent for longest are forgotten', () => {
  const conversations = new Conversations();
  const key = (count: number) => ({ client: '192.0.2.1', id: String(count) });
  for (let count = 0; count < 150; count++) {
    conversations.remember(key(count), exchange('Is it?'));
    conversations.remember(key(0), exchange('And now?'));
  }
  const left = Array.from({ length: 150 }, (_, count) => count).filter(
    (count) => conversations.historyOf(key(count)).length > 0,
  );
  assert.deepEqual([left.length, left[0], left[1]], [100, 0, 51]);
});

test('a conversation without further questions is forgotten after its time', async () => {
  const conversations = new Conversations(1);
  const key = { client: '192.0.2.1', id: '01J' };
  conversations.remember(key, exchange('Is it?'));
  await until(() => conversations.historyOf(key).length === 0);
});

test('a conversation is remembered for five minutes after its last answer', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const conversations = new Conversations();
  const key = { client: '192.0.2.1', id: '01J' };
  for (const question of ['Is it?', 'And now?']) {
    conversations.remember(key, exchange(question));
    t.mock.timers.tick(299_999);
  }
  assert.equal(conversations.historyOf(key).length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(conversations.historyOf(key), []);
});
