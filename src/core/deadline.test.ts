import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { test } from 'node:test';
import { abortReason, sleep, startDeadline, untilAborted } from './deadline.ts';
import { Failure } from './failure.ts';

const never = new AbortController().signal;
const isCode = (code: string) => (error: unknown) => error instanceof Failure && error.code === code;

test('a deadline aborts its signal when time is up and says so', async () => {
  using deadline = startDeadline(5, never);
  await assert.rejects(sleep(10_000, deadline.signal), isCode('deadline-exceeded'));
  assert.equal(deadline.expired, true);
  assert.equal(deadline.remainingMs(), 0);
});

test('deadlines nested three deep fire even after garbage collection', async () => {
  using outer = startDeadline(20, never);
  using middle = startDeadline(10_000, outer.signal);
  using inner = startDeadline(10_000, middle.signal);
  globalThis.gc?.();
  await assert.rejects(sleep(10_000, inner.signal), isCode('deadline-exceeded'));
  assert.deepEqual([outer.expired, middle.expired, inner.expired], [true, false, false]);
});

test('a parent that aborts passes its reason on and does not count as expired', () => {
  const parent = new AbortController();
  using deadline = startDeadline(10_000, parent.signal);
  parent.abort(new Failure('stopping', 'x'));
  assert.equal(abortReason(deadline.signal).code, 'stopping');
  assert.equal(deadline.expired, false);
});

test('an abort reason that is not a Failure becomes cancelled', () => {
  assert.equal(abortReason(AbortSignal.abort()).code, 'cancelled');
});

test('waiting ends with the abort even if the work ignores it', async () => {
  using deadline = startDeadline(5, never);
  await assert.rejects(
    untilAborted(new Promise(() => undefined), deadline.signal),
    isCode('deadline-exceeded'),
  );
  assert.equal(await untilAborted(Promise.resolve(7), never), 7);
  await assert.rejects(untilAborted(Promise.reject(new Error('own')), never), /own/);
});

test('a lifted deadline never expires, and its parent can still abort it', async () => {
  const parent = new AbortController();
  using deadline = startDeadline(5, parent.signal);
  deadline.lift();
  await sleep(30, never);
  assert.equal(deadline.signal.aborted, false);
  assert.equal(deadline.remainingMs(), Number.POSITIVE_INFINITY);
  parent.abort();
  assert.equal(deadline.signal.aborted, true);
  assert.equal(deadline.expired, false);
});

test('a deadline that is already over expires at once, and its listener leaves its parent', async () => {
  const parent = new AbortController();
  const listeners = () => getEventListeners(parent.signal, 'abort').length;
  {
    using late = startDeadline(-5, parent.signal);
    assert.ok(listeners() > 0);
    await once(late.signal, 'abort');
    assert.deepEqual([late.expired, late.remainingMs()], [true, 0]);
  }
  assert.equal(listeners(), 0);
  await untilAborted(Promise.resolve(1), parent.signal);
  await assert.rejects(untilAborted(Promise.reject(new Error('no')), parent.signal));
  assert.equal(listeners(), 0);
});
