import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { DeepLimits } from '../core/budget.ts';
import type { Question } from '../core/question.ts';
import { runOf } from '../core/run.ts';
import { limitDeepSources, limitDeepTime } from './ways.ts';

const limits = (contextTokens: number): DeepLimits => ({ contextTokens, deadlineMs: 90, callMs: () => 1 });

test('a deep answer ends by the speed of the model, and never after its deadline', async (t) => {
  t.mock.method(performance, 'now', () => 1000);
  const { signal } = new AbortController();
  const endEarly = new AbortController().signal;
  const endFor = async (fit: DeepLimits | null, deadlineAtMs: number) => {
    let asked: Question | null = null;
    const answer = limitDeepTime(
      async function* (run) {
        assert.ok(run.signal === signal && run.endEarly === endEarly);
        asked = run.question;
        yield* eventsOf();
      },
      () => fit,
      50,
    );
    await Array.fromAsync(answer(runOf({ ...QUESTION, deadlineAtMs }, { signal, endEarly })));
    return asked;
  };
  for (const [fit, deadlineAtMs, end] of [
    [limits(1), 2000, 1090],
    [null, 2000, 1050],
    [limits(1), 1080, 1080],
  ] as const)
    assert.deepEqual(await endFor(fit, deadlineAtMs), { ...QUESTION, deadlineAtMs: end });
});

test('the sources of a deep answer by a slow model have less text, and the reason is told', () => {
  const times = { elapsedMs: 0, remainingMs: 1000 };
  const fitted = (fit: DeepLimits | null) =>
    limitDeepSources(() => fit, 500)({ ...QUESTION, maxSources: 3 }, times);
  const whole = { maxSources: 3, contextTokens: 500 };
  assert.deepEqual([fitted(null), fitted(limits(500))], [whole, whole]);
  const { reason, ...fewer } = fitted(limits(499));
  assert.deepEqual(fewer, { maxSources: 3, contextTokens: 499 });
  assert.match(reason ?? '', /slow/);
});
