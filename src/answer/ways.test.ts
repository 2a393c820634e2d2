import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { testParts } from '../../test/support/parts.ts';
import { DEEP_SOURCE_TOKENS, type DeepLimits } from '../core/budget.ts';
import { limitDeepSources, wayOf } from './ways.ts';

const limits = (contextTokens: number): DeepLimits => ({ contextTokens, deadlineMs: 90, callMs: () => 1 });

test('a deep answer ends by the speed of the model, if the operator has set no time', (t) => {
  t.mock.method(performance, 'now', () => 1000);
  const endOf = (fitDeep: (() => DeepLimits | null) | null) => {
    const parts = testParts({ models: { fitDeep }, settings: { unmeasuredDeepMs: 50 } });
    return wayOf({ ...QUESTION, depth: 'deep' }, parts).endAtMs;
  };
  assert.deepEqual([endOf(() => limits(1)), endOf(() => null), endOf(null)], [1090, 1050, undefined]);
});

test('the sources of a deep answer by a slow model have less text, and the reason is told', () => {
  const times = { elapsedMs: 0, remainingMs: 1000 };
  const fitted = (fit: DeepLimits | null) =>
    limitDeepSources(() => fit)({ ...QUESTION, maxSources: 3 }, times);
  const whole = { maxSources: 3, contextTokens: DEEP_SOURCE_TOKENS, reason: undefined };
  assert.deepEqual([fitted(null), fitted(limits(DEEP_SOURCE_TOKENS))], [whole, whole]);
  const { reason, ...fewer } = fitted(limits(499));
  assert.deepEqual(fewer, { maxSources: 3, contextTokens: 499 });
  assert.match(reason ?? '', /slow/);
});
