import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed, found } from './backend.ts';
import { createBreaker, sharedBreaker } from './breaker.ts';

const refused = failed('configuration', 'status 403');
const hit = { url: 'https://a.test/', title: 'A', snippet: '' };

/** Two breakers for the same slot at two instances, connected by a hint board. */
function twoInstances() {
  const board = { text: null as string | null };
  const create = () =>
    sharedBreaker(
      createBreaker(() => performance.now()),
      'slot',
      {
        post: (_slot, text) => {
          board.text = text;
        },
        read: () => board.text,
      },
    );
  return { board, here: create(), there: create() };
}

test('a slot suspended on one instance is suspended on the other, with the cause', async () => {
  const { here, there } = twoInstances();
  assert.equal(there.refusal(), null);
  await here.run(async () => refused);
  assert.deepEqual([there.state, there.refusal()?.reason], ['open', 'configuration']);
  assert.match(there.refusal()?.cause ?? '', /another instance found: status 403/);
  assert.ok(there.restMs > 60_000);
});

test('a hint ends with the suspension that it reports', () => {
  const { board, here } = twoInstances();
  board.text = JSON.stringify({ reason: 'timeout', cause: 'slow', untilMs: Date.now() - 1 });
  assert.deepEqual([here.state, here.refusal()], ['closed', null]);
});

test('a successful call overrides the hint, until there is another', async () => {
  const { board, here, there } = twoInstances();
  await here.run(async () => refused);
  await there.run(async () => found([hit]));
  assert.deepEqual([there.state, there.refusal()], ['closed', null]);
  board.text = JSON.stringify({ reason: 'timeout', cause: 'slow', untilMs: Date.now() + 9000 });
  assert.equal(there.state, 'open');
});

test('malformed hints are ignored', () => {
  const { board, here } = twoInstances();
  for (const text of ['', 'x', '{}', 'null', '{"reason":"other","cause":"","untilMs":9e15}']) {
    board.text = text;
    assert.equal(here.refusal(), null);
  }
});
