import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffAfter, parseRetryAfterMs, readRetryAfterMs, secondTryDelayMs } from './suspension.ts';

test('accepts the wait in either header, up to a day', () => {
  assert.equal(readRetryAfterMs({ 'retry-after': '30' }), 30_000);
  assert.equal(readRetryAfterMs({ 'retry-after-ms': '150', 'retry-after': '1' }), 150);
  assert.equal(readRetryAfterMs({ 'retry-after-ms': 'soon', 'retry-after': '2' }), 2000);
  assert.equal(readRetryAfterMs({ 'retry-after': '99999999' }), 86_400_000);
  for (const headers of [{}, { 'retry-after': 'later' }]) assert.equal(readRetryAfterMs(headers), undefined);
});

test('a wait in milliseconds counts first, even if it is 0', () => {
  assert.equal(readRetryAfterMs({ 'retry-after-ms': '0', 'retry-after': '5' }), 0);
  assert.equal(readRetryAfterMs({ 'retry-after-ms': '0.5', 'retry-after': '5' }), 0.5);
  assert.equal(readRetryAfterMs({ 'retry-after-ms': '-1', 'retry-after': '5' }), 5000);
  assert.equal(
    readRetryAfterMs({ 'retry-after-ms': '', 'retry-after': '5' }),
    5000,
    'an empty field states none',
  );
});

test('a requested wait applies after the first failure, from a second to an hour', () => {
  const limited = { status: 'failed', reason: 'rate' } as const;
  assert.equal(backoffAfter(limited)?.waitMs, 300_000);
  assert.equal(backoffAfter({ status: 'failed', reason: 'bad-parameter', retryAfterMs: 0 }), null);
  for (const [requestedMs, waitMs] of [
    [0, 1000],
    [30_000, 30_000],
    [86_400_000, 3_600_000],
  ] as const)
    assert.deepEqual(backoffAfter({ ...limited, retryAfterMs: requestedMs }), {
      failures: 1,
      waitMs,
      maxWaitMs: waitMs,
    });
});

test('a second try comes soon or not at all', () => {
  assert.deepEqual([undefined, 0, 400, 1000, 1001].map(secondTryDelayMs), [250, 250, 400, 1000, undefined]);
});

test('reads seconds, fractions of seconds and dates', () => {
  assert.equal(parseRetryAfterMs('2'), 2000);
  assert.equal(parseRetryAfterMs(' 0.5 '), 500);
  assert.equal(parseRetryAfterMs('Thu, 01 Jan 1970 00:00:00 GMT'), 0);
  const inAnHour = parseRetryAfterMs(new Date(Date.now() + 3_600_000).toUTCString()) ?? 0;
  assert.ok(inAnHour > 3_500_000 && inAnHour <= 3_600_000);
});

test('ignores anything else', () => {
  for (const field of [undefined, '', ' ', 'soon', '23 Nov 2026 10:00:00 GMT', '-5', '1e999', 'NaN'])
    assert.equal(parseRetryAfterMs(field), undefined, String(field));
  for (const field of ['5 seconds', 'x5', '5.', '.5', '1,5', '0x10', '5e3'])
    assert.equal(parseRetryAfterMs(field), undefined, field);
});
