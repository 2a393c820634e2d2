import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitAddresses } from './rate-limit.ts';

test('addresses of one IPv6 subnet, and both spellings of an IPv4 address, count together', async () => {
  const count = limitAddresses({ count: 1, perMs: 60_000, countShared: null });
  for (const [first, second] of [
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ] as const) {
    await count(first);
    await assert.rejects(count(second), { code: 'rate-limited' });
  }
  await count('2001:db8:1:3::1');
});

test('a clock that is set back makes nobody wait longer', async (t) => {
  const [wallMs, monotonicMs] = [Date.now(), performance.now()];
  const count = limitAddresses({ count: 1, perMs: 60_000, countShared: null });
  await count('192.0.2.1');
  await assert.rejects(count('192.0.2.1'), { code: 'rate-limited' });
  t.mock.method(Date, 'now', () => wallMs - 86_400_000);
  t.mock.method(performance, 'now', () => monotonicMs + 61_000);
  await count('192.0.2.1');
  await assert.rejects(count('192.0.2.1'), { code: 'rate-limited', retryAfterMs: 60_000 });
});
