import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, QUESTION } from '../../test/support/fixed-answer.ts';
import { untilSettled } from '../../test/support/until.ts';
import type { AnswerEvent } from '../core/events.ts';
import { type EmitEvents, RunningAnswers } from './reuse-answers.ts';

const live = new AbortController().signal;
const delta = (text: string): AnswerEvent => ({ type: 'answer-delta', text });
const sources: AnswerEvent = { type: 'sources', sources: [], language: 'en' };
const begin: AnswerEvent = { type: 'begin' };
const end: AnswerEvent = { type: 'answer-end', answer: ANSWER };

/** A run that emits events as the test passes them on, and the signals that it received. */
function told() {
  const queue: (AnswerEvent | Error | null)[] = [];
  let wake: () => void = () => undefined;
  const signals: AbortSignal[] = [];
  const tell: EmitEvents = async function* (signal) {
    signals.push(signal);
    while (true) {
      while (queue.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const next = queue.shift();
      if (next === null || next === undefined) return;
      if (next instanceof Error) throw next;
      yield next;
    }
  };
  return {
    tell,
    isAborted: () => signals[0]?.aborted === true,
    async say(...events: (AnswerEvent | Error | null)[]) {
      queue.push(...events);
      wake();
      await untilSettled();
    },
  };
}

test('a run is shared by questions with about the same deadline, until it ends', async (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const running = new RunningAnswers();
  const { tell, say } = told();
  const run = running.start('key', { ...QUESTION, deadlineAtMs: performance.now() + 1000 }, tell);
  const isFound = (timeMs: number, key = 'key') =>
    running.find(key, { ...QUESTION, deadlineAtMs: performance.now() + timeMs }) === run;
  assert.equal(isFound(1000), true);
  assert.equal(isFound(1000, 'other'), false);
  assert.deepEqual([isFound(900), isFound(899), isFound(1100), isFound(1101)], [true, false, true, false]);
  nowMs = 500;
  assert.deepEqual([isFound(400), isFound(399), isFound(1100)], [true, false, true]);
  await say(end, null);
  assert.equal(isFound(1000), false);
});

test('a question with much time joins a run that began with a little less', async (t) => {
  t.mock.method(performance, 'now', () => 0);
  const running = new RunningAnswers();
  const { tell, say } = told();
  const hourMs = 3_600_000;
  const run = running.start('key', { ...QUESTION, deadlineAtMs: performance.now() + hourMs }, tell);
  const finds = (timeMs: number) =>
    running.find('key', { ...QUESTION, deadlineAtMs: performance.now() + timeMs }) === run;
  assert.ok(finds(hourMs * 1.01));
  assert.ok(!finds(hourMs * 1.05));
  await say(end, null);
});

test('a later run of a question replaces one that cannot be shared', async () => {
  const running = new RunningAnswers();
  const [soon, late] = [told(), told()];
  const withMs = (ms: number) => ({ ...QUESTION, deadlineAtMs: performance.now() + ms });
  running.start('key', withMs(1000), soon.tell);
  const run = running.start('key', withMs(60_000), late.tell);
  await soon.say(end, null);
  assert.equal(running.find('key', withMs(60_000)), run);
  await late.say(end, null);
  assert.equal(running.find('key', withMs(60_000)), undefined);
});

test('every follower gets all events, and text that it missed in one piece', async () => {
  const { tell, say } = told();
  const run = new RunningAnswers().start('key', QUESTION, tell);
  const early = run.follow(live);
  const first = early.next();
  await say(sources);
  assert.deepEqual((await first).value, sources);
  await say(delta('a'), delta('b'));
  assert.deepEqual((await early.next()).value, delta('ab'));
  const late = run.follow(live);
  assert.deepEqual([(await late.next()).value, (await late.next()).value], [sources, delta('ab')]);
  await say(delta('c'), end, null);
  assert.deepEqual(await Array.fromAsync(early), [delta('c'), end]);
  assert.deepEqual(await Array.fromAsync(late), [delta('c'), end]);
});

test('a failed run fails for every follower, after the events that it emitted', async () => {
  const { tell, say } = told();
  const running = new RunningAnswers();
  const run = running.start('key', QUESTION, tell);
  const failure = new Error('broke');
  await say(begin, failure);
  for (const follower of [run.follow(live), run.follow(live)]) {
    assert.deepEqual((await follower.next()).value, begin);
    await assert.rejects(follower.next(), (error) => error === failure);
  }
  assert.equal(running.find('key', QUESTION), undefined);
});

test('a follower that leaves does not stop the run, unless it is the last one', async () => {
  const { tell, say, isAborted } = told();
  const running = new RunningAnswers();
  const run = running.start('key', QUESTION, tell);
  await say(begin);
  const followers = [run.follow(live), run.follow(live)];
  for (const follower of followers) await follower.next();
  await followers[0]?.return(undefined);
  assert.equal(isAborted(), false);
  assert.equal(running.find('key', QUESTION), run);
  await followers[1]?.return(undefined);
  assert.equal(isAborted(), true);
  assert.equal(running.find('key', QUESTION), undefined);
});

test('a run that has ended is not stopped when its followers leave', async () => {
  const { tell, say, isAborted } = told();
  const follower = new RunningAnswers().start('key', QUESTION, tell).follow(live);
  await say(begin, end, null);
  await follower.next();
  await follower.return(undefined);
  assert.equal(isAborted(), false);
});

test('a follower whose caller leaves stops waiting, the others go on', async () => {
  const { tell, say } = told();
  const run = new RunningAnswers().start('key', QUESTION, tell);
  const controller = new AbortController();
  const waiting = run.follow(controller.signal).next();
  const going = run.follow(live).next();
  controller.abort();
  await assert.rejects(waiting, { code: 'cancelled' });
  await say(begin);
  assert.deepEqual((await going).value, begin);
});
