import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunningCalls } from './endpoint.ts';

const cancelling = (requestId: unknown) => ({ method: 'notifications/cancelled', params: { requestId } });

test('a call is stopped by the message that names it, in its session alone', () => {
  const running = new RunningCalls();
  const stopped: string[] = [];
  using _one = running.begin('one', { id: 1 }, () => stopped.push('one'));
  using _other = running.begin('other', { id: 1 }, () => stopped.push('other'));
  running.cancel('one', cancelling('1'));
  running.cancel('third', cancelling(1));
  running.cancel('one', { method: 'notifications/initialized', params: { requestId: 1 } });
  assert.deepEqual(stopped, []);
  running.cancel('one', cancelling(1));
  assert.deepEqual(stopped, ['one']);
});

test('a call that has ended is forgotten, and a later one with its id is not', () => {
  const running = new RunningCalls();
  const stopped: string[] = [];
  const first = running.begin('one', { id: 'a' }, () => stopped.push('first'));
  using _second = running.begin('one', { id: 'a' }, () => stopped.push('second'));
  first[Symbol.dispose]();
  running.cancel('one', cancelling('a'));
  assert.deepEqual(stopped, ['second']);
});
