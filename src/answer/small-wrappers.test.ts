import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, TIMING } from '../../test/support/fixed-answer.ts';
import { addEarlyEnd } from '../core/deadline.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { collect } from '../core/run.ts';

async function* telling(events: Iterable<AnswerEvent>): AsyncGenerator<AnswerEvent> {
  yield* events;
}

test('an answer is collected from its last events, with the extras that were asked for', async () => {
  const usage: AnswerEvent = { type: 'usage', depth: 'quick', calls: 1, tokens: 7 };
  const whole = await collect(telling([usage, ...eventsOf()]));
  assert.deepEqual(whole, { answer: ANSWER, timing: TIMING, usage, statements: undefined });
  const end: AnswerEvent = { type: 'answer-end', answer: ANSWER, statements: [] };
  const { usage: none, statements } = await collect(telling([...eventsOf().slice(0, -1), end]));
  assert.deepEqual([none, statements], [null, []]);
  for (const events of [eventsOf().slice(0, -1), eventsOf().filter(({ type }) => type !== 'timing')])
    await assert.rejects(collect(telling(events)), { code: 'internal', message: 'The answer never ended.' });
});

test('a signal to end early aborts at the deadline or when it is asked to, and never once disposed', () => {
  const failure = new Failure('deadline-exceeded', 'Time ran out.');
  const [deadline, wanted] = [new AbortController(), new AbortController()];
  {
    using endedEarly = addEarlyEnd(deadline.signal, wanted.signal);
    assert.equal(endedEarly.signal.aborted, false);
    using timed = addEarlyEnd(deadline.signal, new AbortController().signal);
    wanted.abort();
    assert.equal(endedEarly.signal.reason.code, 'deadline-exceeded');
    assert.match(endedEarly.signal.reason.message, /ended before a sentence was written/);
    assert.equal(timed.signal.aborted, false);
    deadline.abort(failure);
    assert.equal(timed.signal.reason, failure);
    using late = addEarlyEnd(deadline.signal, wanted.signal);
    assert.equal(late.signal.reason, failure);
  }
  const [other, later] = [new AbortController(), new AbortController()];
  const over = addEarlyEnd(other.signal, later.signal);
  over[Symbol.dispose]();
  other.abort();
  later.abort();
  assert.equal(over.signal.aborted, false);
});
