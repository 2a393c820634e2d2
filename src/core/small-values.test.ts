import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import type { z } from 'zod';
import {
  storedAttempt,
  storedCount,
  storedLanguage,
  storedLine,
  storedMs,
  storedUrl,
} from '../cache/stored.ts';
import { errorCode, Failure, toFailure } from './failure.ts';
import { addUsage, toUsage } from './usage.ts';

const fits = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test('characters of markup are escaped, and nothing else', () => {
  assert.equal(escapeHtml(`<a b="c" d='e'>&amp;`), '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;');
  assert.equal(escapeHtml('a / b'), 'a / b');
});

test('a stored value must have the right type, and be no longer than any value that is stored', () => {
  assert.deepEqual([fits(storedLine, 'x'.repeat(2000)), fits(storedLine, 'x'.repeat(2001))], [true, false]);
  const url = (length: number) => `https://a.test/${'x'.repeat(length - 15)}`;
  assert.deepEqual([fits(storedUrl, url(8192)), fits(storedUrl, url(8193))], [true, false]);
  assert.equal(fits(storedUrl, 'javascript:alert(1)'), false);
  for (const [value, fitting] of [
    [0, true],
    [0.5, true],
    [-1, false],
    [Number.MAX_SAFE_INTEGER, true],
    [2 ** 54, false],
  ] as const)
    assert.equal(fits(storedMs, value), fitting, String(value));
  assert.deepEqual(
    [0, 7, -1, 0.5].map((count) => fits(storedCount, count)),
    [true, true, false, false],
  );
  for (const tag of ['und', 'de', 'pt-BR', 'zh-Hans-CN']) assert.equal(fits(storedLanguage, tag), true, tag);
  for (const tag of ['d', 'x de', 'de<', 'de-AT-1-2-3']) assert.equal(fits(storedLanguage, tag), false, tag);
  const attempt = { slot: 1, status: 'ok', cause: '', tookMs: 1 };
  assert.equal(fits(storedAttempt, attempt), true);
  assert.equal(fits(storedAttempt, { ...attempt, ignored: ['since'] }), true);
  assert.equal(fits(storedAttempt, { ...attempt, more: 1 }), false);
});

test('anything thrown becomes a Failure: one of ours stays, the rest are internal with a cause', () => {
  const own = new Failure('overloaded', 'Later.', { retryAfterMs: 5 });
  assert.equal(toFailure(own), own);
  assert.deepEqual([own.name, own.code, own.retryAfterMs], ['Failure', 'overloaded', 5]);
  const slip = new TypeError('x');
  assert.deepEqual([toFailure(slip).code, toFailure(slip).cause], ['internal', slip]);
  assert.equal(errorCode(Object.assign(new Error('x'), { code: 'ENOENT' })), 'ENOENT');
  assert.deepEqual([errorCode(slip), errorCode({ code: 'ENOENT' })], ['unknown error', 'unknown error']);
});

test('usages are added, with their parts only if both have them', () => {
  const whole = toUsage({ input: 3, output: 4 });
  assert.deepEqual(whole, { tokens: 7, split: { input: 3, output: 4 } });
  assert.deepEqual(addUsage(whole, toUsage({ input: 1, output: 1 })), {
    tokens: 9,
    split: { input: 4, output: 5 },
  });
  for (const sum of [addUsage(whole, { tokens: 2 }), addUsage({ tokens: 2 }, whole)])
    assert.deepEqual(sum, { tokens: 9 });
  assert.deepEqual(addUsage({ tokens: 1, cost: 2 }, { tokens: 1 }), { tokens: 2, cost: 2 });
});
