import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveSockets } from '../../test/support/local-server.ts';
import { until } from '../../test/support/until.ts';
import { openCaches } from './open-caches.ts';

test('a single instance caches in memory only, shares nothing and closes', async () => {
  const onRedis = () => assert.fail('there is no Redis');
  const caches = await openCaches({ redisUrl: null, onRedis });
  const plan = { name: 'a', graceMs: 0, maxChars: 1000, parse: String };
  assert.equal(caches.create(plan, 0), null);
  assert.notEqual(caches.create(plan, 1), null);
  assert.equal(caches.countShared, null);
  assert.match(await caches.sharedSecret(), /./);
  caches.close();
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
  const caches = await openCaches({ redisUrl, onRedis: () => undefined });
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
