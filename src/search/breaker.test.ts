import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailedReason } from '../core/attempt.ts';
import { failed, found, type SearchOutcome } from './backend.ts';
import { createBreaker } from './breaker.ts';

const HITS = found([{ url: 'https://example.org/', title: 'T', snippet: '' }]);

/** A breaker on a clock that stands still until the test moves it. */
function startBreaker() {
  let nowMs = 1_000_000;
  const breaker = createBreaker(() => nowMs);
  return {
    breaker,
    pass: (ms: number) => {
      nowMs += ms;
    },
    run: (outcome: SearchOutcome) => breaker.run(async () => outcome),
    async fail(reason: FailedReason, times = 1, retryAfterMs?: number) {
      for (let i = 0; i < times; i++) await breaker.run(async () => failed(reason, 'cause', retryAfterMs));
    },
  };
}

test('suspends a slot for a time that depends on the cause', async () => {
  const cases: readonly [FailedReason, number, number][] = [
    ['configuration', 1, 600_000],
    ['rate', 1, 300_000],
    ['blocked', 1, 300_000],
    ['timeout', 3, 2000],
    ['network', 3, 2000],
    ['upstream', 3, 2000],
    ['protocol', 3, 2000],
  ];
  for (const [reason, strikes, restMs] of cases) {
    const { breaker, fail, pass } = startBreaker();
    await fail(reason, strikes - 1);
    assert.equal(breaker.refusal(), null, `${reason} broke too early`);
    await fail(reason);
    assert.equal(breaker.state, 'open', reason);
    assert.equal(breaker.restMs, restMs, reason);
    pass(restMs - 1);
    assert.equal(breaker.refusal()?.reason, reason);
    pass(1);
    assert.equal(breaker.refusal(), null, reason);
    assert.equal(breaker.state, 'half-open');
  }
});

test('suspends a slot for the time it asks for, from a second to an hour', async () => {
  for (const [reason, askedMs, restMs] of [
    ['rate', 7000, 7000],
    ['upstream', 7000, 7000],
    ['rate', 0, 1000],
    ['rate', 86_400_000, 3_600_000],
  ] as const) {
    const { breaker, fail } = startBreaker();
    await fail(reason, 1, askedMs);
    assert.equal(breaker.restMs, restMs);
    assert.equal(breaker.refusal()?.retryAfterMs, restMs);
  }
});

test('neither a wrong parameter nor an empty result opens the breaker', async () => {
  const { breaker, fail, run } = startBreaker();
  await fail('bad-parameter', 20);
  for (let i = 0; i < 20; i++) await run({ status: 'empty' });
  assert.equal(breaker.state, 'closed');
});

test('a successful attempt resets the count', async () => {
  const { breaker, fail, run } = startBreaker();
  await fail('timeout', 2);
  await run(HITS);
  await fail('timeout', 2);
  assert.equal(breaker.state, 'closed');
});

test('each failed probe doubles the suspension up to a minute, and a successful one resets it', async () => {
  const { breaker, fail, run, pass } = startBreaker();
  await fail('network', 3);
  const rests = [breaker.restMs];
  for (let i = 0; i < 6; i++) {
    pass(breaker.restMs);
    await fail('network');
    rests.push(breaker.restMs);
  }
  assert.deepEqual(rests, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  pass(60_000);
  await run(HITS);
  assert.equal(breaker.state, 'closed');
  await fail('network', 3);
  assert.equal(breaker.restMs, 2000);
});

test('allows one probe and refuses other attempts meanwhile', async () => {
  const { breaker, fail, pass } = startBreaker();
  await fail('network', 3);
  pass(2000);
  const reply = Promise.withResolvers<SearchOutcome>();
  const probe = breaker.run(() => reply.promise);
  assert.match(breaker.refusal()?.cause ?? '', /^skipped while another question tries it again: cause$/);
  reply.resolve(HITS);
  assert.equal(await probe, HITS);
  assert.equal(breaker.refusal(), null);
});

test('ignores attempts that the caller cancelled', async () => {
  const { breaker, fail, run, pass } = startBreaker();
  const leave = () => breaker.run(() => Promise.reject(new Error('gone')));
  await fail('network', 2);
  await assert.rejects(leave(), /gone/);
  assert.equal(breaker.state, 'closed');
  await fail('network');
  pass(2000);
  await assert.rejects(leave(), /gone/);
  assert.equal(breaker.state, 'half-open', 'a probe given up is due again');
  assert.equal(breaker.refusal(), null);
  await run(HITS);
  assert.equal(breaker.state, 'closed');
});

test('attempts under way when the breaker opens neither close it nor prolong the suspension', async () => {
  const { breaker, fail } = startBreaker();
  const replies = [failed('network', 'late'), HITS].map((outcome) => {
    const reply = Promise.withResolvers<SearchOutcome>();
    return { ended: breaker.run(() => reply.promise), answer: () => reply.resolve(outcome) };
  });
  await fail('network', 3);
  for (const { ended, answer } of replies) {
    answer();
    await ended;
  }
  assert.equal(breaker.state, 'open');
  assert.equal(breaker.restMs, 2000);
});

test('a last resort closes the breaker if it succeeds and changes nothing if it fails', async () => {
  const { breaker, fail, run, pass } = startBreaker();
  await fail('configuration');
  const failedAtMs = breaker.failedAtMs;
  pass(1000);
  await fail('configuration');
  assert.equal(breaker.restMs, 599_000);
  assert.equal(breaker.failedAtMs, failedAtMs + 1000);
  assert.equal(await run(HITS), HITS);
  assert.equal(breaker.state, 'closed');
});

test('keeps the cause that opened it, whatever follows', async () => {
  const { breaker, fail } = startBreaker();
  const late = Promise.withResolvers<SearchOutcome>();
  const underWay = breaker.run(() => late.promise);
  await breaker.run(async () => failed('configuration', 'JSON is off'));
  late.resolve(failed('timeout', 'no answer within 4000 ms'));
  await underWay;
  assert.equal(breaker.refusal()?.cause, 'skipped for another 10 min: JSON is off');
  await fail('network');
  assert.equal(breaker.refusal()?.reason, 'configuration', 'asked as a last resort meanwhile');
});

test('notifies listeners of each suspension, also after a failed probe, but not once disposed', async () => {
  const { breaker, fail, pass, run } = startBreaker();
  let told = 0;
  const listening = breaker.onOpen(() => told++);
  await fail('network', 2);
  assert.equal(told, 0);
  await fail('network', 3);
  assert.equal(told, 1);
  await run(HITS);
  assert.equal(breaker.state, 'closed', 'closed by a last resort, which opens nothing');
  await fail('network', 3);
  pass(breaker.restMs);
  await fail('network');
  assert.equal(told, 3);
  listening[Symbol.dispose]();
  pass(breaker.restMs);
  await fail('network');
  assert.equal(told, 3);
});

test('says in words how long a slot is skipped and why', async () => {
  const { breaker, fail, pass } = startBreaker();
  await fail('configuration');
  assert.equal(breaker.refusal()?.cause, 'skipped for another 10 min: cause');
  pass(550_500);
  assert.equal(breaker.refusal()?.cause, 'skipped for another 50 s: cause');
});

test('is unaffected when the wall clock is set back', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10_000_000 });
  const { breaker, fail, run, pass } = startBreaker();
  await fail('network', 3);
  t.mock.timers.setTime(1000);
  pass(2000);
  assert.equal(await run(HITS), HITS);
  assert.equal(breaker.state, 'closed');
});
