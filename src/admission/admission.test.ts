import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { type Answerer, collect, runOf, unnamedCaller } from '../core/run.ts';
import { admitAnswers } from './admission.ts';
import { AnswerPermits, type WaitOutcome } from './answer-permits.ts';

const nobody = new AbortController().signal;

/**
 * Places that are all taken by answers that began `sinceMs` ago; the clock stands still. Until an answer has
 * ended, the service assumes that answers take 2 s.
 */
async function full(t: TestContext, count: number, queueTimeoutMs: number, sinceMs = 1990) {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const waits: WaitOutcome[] = [];
  const places = new AnswerPermits({ count, queueTimeoutMs, onWaited: (outcome) => waits.push(outcome) });
  const taken = await Promise.all(
    Array.from({ length: count }, () => places.take(10_000, unnamedCaller(), nobody)),
  );
  waits.length = 0;
  nowMs = sinceMs;
  return { places, taken, waits };
}

const isOverloaded = (error: unknown) =>
  error instanceof Failure && error.code === 'overloaded' && (error.retryAfterMs ?? 0) >= 1000;

test('places are given at once until none is free, then to waiting questions in order', async (t) => {
  const { places, taken } = await full(t, 100, 60_000);
  const order: string[] = [];
  const first = places.take(10_000, unnamedCaller(), nobody).then((giveBack) => {
    order.push('first');
    return giveBack;
  });
  const second = places.take(10_000, unnamedCaller(), nobody).then(() => order.push('second'));
  assert.deepEqual([places.running, places.waiting], [100, 2]);
  taken[0]?.();
  (await first)();
  await second;
  assert.deepEqual(order, ['first', 'second']);
  assert.deepEqual([places.running, places.waiting], [100, 0]);
});

test('a question whose turn would come too late is refused at once', async (t) => {
  const { places, waits } = await full(t, 16, 500);
  // With 16 places and 2 s per answer, a place becomes free every 125 ms: two within half of the wait.
  const waiting = [
    places.take(10_000, unnamedCaller(), nobody),
    places.take(10_000, unnamedCaller(), nobody),
  ];
  await assert.rejects(places.take(10_000, unnamedCaller(), nobody), isOverloaded);
  assert.deepEqual(waits, ['refused'], 'while those before it still wait');
  await Promise.allSettled(waiting);
});

test('no question waits longer than the longest wait', async (t) => {
  const { places, waits } = await full(t, 1000, 30);
  await assert.rejects(places.take(10_000, unnamedCaller(), nobody), isOverloaded);
  assert.deepEqual(waits, ['timeout']);
  assert.equal(places.waiting, 0);
});

test('a question is refused at once if all answers started together and none will end in time', async (t) => {
  const { places } = await full(t, 100, 500, 1000);
  await assert.rejects(places.take(10_000, unnamedCaller(), nobody), isOverloaded);
});

test('a question without time to wait does not wait', async (t) => {
  const { places } = await full(t, 1000, 0);
  await assert.rejects(places.take(10_000, unnamedCaller(), nobody), isOverloaded);
});

test('a question that leaves the queue gives its turn to the next', async (t) => {
  const { places, taken } = await full(t, 100, 60_000);
  const leaving = new AbortController();
  const left = places.take(10_000, unnamedCaller(), leaving.signal);
  const next = places.take(10_000, unnamedCaller(), nobody);
  leaving.abort(new Failure('cancelled', 'The caller left.'));
  await assert.rejects(left, (error) => error instanceof Failure && error.code === 'cancelled');
  taken[0]?.();
  await next;
  assert.equal(places.running, 100);
});

test('the queue may be longer if answers are quick', async (t) => {
  const { places, taken } = await full(t, 16, 500);
  const waiting: Promise<unknown>[] = [];
  for (const giveBack of taken) giveBack();
  for (let round = 0; round < 200; round++) (await places.take(10_000, unnamedCaller(), nobody))();
  await Promise.all(Array.from({ length: 16 }, () => places.take(10_000, unnamedCaller(), nobody)));
  for (let each = 0; each < 30; each++)
    waiting.push(places.take(10_000, unnamedCaller(), nobody).catch(() => undefined));
  await sleep(1);
  assert.equal(places.waiting, 30);
  await Promise.all(waiting);
});

const question: Question = { ...QUESTION, text: 'What is an axolotl?' };

/** An answerer limited by `places`, and the time limits that its answers were given. */
function onePlace(places: Pick<AnswerPermits, 'take' | 'running' | 'waiting'>) {
  const leftMs: number[] = [];
  const answerer: Answerer = async function* ({ question }) {
    leftMs.push(question.deadlineAtMs - performance.now());
    yield { type: 'answer-delta', text: '' };
  };
  const admission = { places, isOverloaded: () => false };
  const admissions = { answers: admission, deep: admission };
  return { answer: admitAnswers(answerer, { admissions }), leftMs };
}

test("the wait for a place counts towards the question's time", async () => {
  const places = {
    running: 0,
    waiting: 0,
    take: () => sleep(50, () => undefined),
  };
  const { answer, leftMs } = onePlace(places);
  const asked = { ...question, deadlineAtMs: performance.now() + 60_000 };
  await collect(answer(runOf(asked, { signal: nobody }))).catch(() => undefined);
  assert.ok((leftMs[0] ?? 60_000) <= 59_951, String(leftMs));
});

test('a question with little time does not spend it in the queue', async () => {
  const places = new AnswerPermits({ count: 100, queueTimeoutMs: 60_000 });
  for (let taken = 0; taken < 100; taken++) await places.take(0, unnamedCaller(), nobody);
  const { answer, leftMs } = onePlace(places);
  const hurried = { ...question, deadlineAtMs: performance.now() + 1000 };
  await assert.rejects(collect(answer(runOf(hurried, { signal: nobody }))), {
    code: 'overloaded',
  });
  assert.deepEqual(leftMs, []);
});
