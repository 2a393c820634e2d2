import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfterMs } from './wait-policy.ts';

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
});

test('a number counts only if it is the whole field', () => {
  for (const field of ['5 seconds', 'x5', '5.', '.5', '1,5', '0x10', '5e3'])
    assert.equal(parseRetryAfterMs(field), undefined, field);
  assert.equal(parseRetryAfterMs('10.25'), 10_250);
});
