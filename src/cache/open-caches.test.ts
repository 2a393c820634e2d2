import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serveSockets } from '../../test/support/local-server.ts';
import { createSharedMemory } from '../../test/support/shared-memory.ts';
import { until, untilSettled } from '../../test/support/until.ts';
import { createHintBoard, openCaches } from './open-caches.ts';

/** Two boards on one shared store, and `pass`, which makes time pass for them. */
function boards(t: TestContext, names: readonly string[] = ['a', 'b']) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const shared = createSharedMemory();
  const [here, there] = [createHintBoard(shared, names), createHintBoard(shared, names)];
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await untilSettled();
  };
  return { shared, here, there, pass };
}

test(
  'a note is read by the other instance within a second, word for word, and not by the one that ' +
    'wrote it',
  async (t) => {
    const { shared, here, there, pass } = boards(t);
    here.post('b', 'rest for  a while', 5000);
    assert.equal(there.read('b'), null);
    await pass(1000);
    assert.equal(there.read('b'), 'rest for  a while');
    assert.equal(there.read('a'), null);
    assert.equal(here.read('b'), null);
    assert.deepEqual([...shared.lifetimesMs.values()], [5000]);
  },
);

test('a note that is gone, or was replaced by a note of our own, is no longer read', async (t) => {
  const { shared, here, there, pass } = boards(t);
  for (const name of ['a', 'b']) here.post(name, 'one', 5000);
  await pass(1000);
  shared.texts.delete('hint:a');
  there.post('b', 'two', 5000);
  await pass(1000);
  assert.equal(there.read('a'), null);
  assert.equal(there.read('b'), null);
  assert.equal(here.read('b'), 'two');
});

test('a board that cannot be reached keeps its last notes, and publishing never throws', async (t) => {
  const { shared, here, there, pass } = boards(t);
  here.post('a', 'one', 5000);
  await pass(1000);
  const gone = () => Promise.reject(new Error('gone'));
  Object.assign(shared, { getMany: gone, set: gone });
  here.post('a', 'two', 5000);
  await pass(1000);
  assert.equal(there.read('a'), 'one');
});

test('a closed board, or one without names, no longer reads the store', async (t) => {
  const { shared, here, there, pass } = boards(t);
  let looks = 0;
  Object.assign(shared, {
    getMany: async () => {
      looks++;
      return [];
    },
  });
  createHintBoard(shared, []).close();
  here.close();
  there.close();
  await pass(10_000);
  assert.equal(looks, 0);
});

test('a board for a single name reads its notes', async (t) => {
  const { here, there, pass } = boards(t, ['a']);
  here.post('a', 'one', 5000);
  await pass(1000);
  assert.equal(there.read('a'), 'one');
});

test('a board keeps no process running', () => {
  const before = process.getActiveResourcesInfo().length;
  const board = createHintBoard(createSharedMemory(), ['a']);
  assert.equal(process.getActiveResourcesInfo().length, before);
  board.close();
});

test('a single instance caches in memory only, shares nothing and closes', async () => {
  const onRedis = () => assert.fail('there is no Redis');
  const caches = await openCaches({ redisUrl: null, isUsed: true, onRedis });
  const plan = { name: 'a', graceMs: 0, maxBytes: 1000, parse: String };
  assert.equal(caches.create(plan, 0), null);
  assert.notEqual(caches.create(plan, 1), null);
  assert.equal(caches.shareHints(['a']), null);
  assert.equal(caches.countShared, null);
  assert.match(await caches.sharedSecret(), /./);
  caches.close();
  const unused = await openCaches({ redisUrl: null, isUsed: false, onRedis });
  assert.equal(unused.create(plan, 1000), null);
  unused.close();
});

test('instances that share a Redis count together, under keys that reveal nothing', async () => {
  let sent = '';
  await using server = await serveSockets((socket) => {
    socket.on('data', (data) => {
      sent += data;
      socket.write(/EVAL/i.test(sent) ? '*2\r\n:3\r\n:500\r\n' : '$17\r\nredis_version:7.0\r\n');
    });
  });
  const redisUrl = `redis://127.0.0.1:${server.port}`;
  const caches = await openCaches({ redisUrl, isUsed: false, onRedis: () => undefined });
  assert.notEqual(caches.shareHints(['a']), null);
  // A reply that takes longer than 25 ms is ignored; on a busy machine, that can happen.
  let counted: unknown = null;
  await until(async () => {
    counted = await caches.countShared?.('203.0.113.7', 1000, { units: 1, max: 5 });
    return counted !== null;
  });
  assert.deepEqual(counted, { count: 3, leftMs: 500 });
  assert.match(sent, /rate:[\w-]{43}\r/);
  assert.doesNotMatch(sent, /203\.0\.113\.7/);
  caches.close();
  assert.equal(await caches.countShared?.('203.0.113.7', 1000, { units: 1, max: 5 }), null);
});
