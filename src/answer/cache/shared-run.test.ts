import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, QUESTION } from '../../../test/support/fixed-answer.ts';
import { untilSettled } from '../../../test/support/until.ts';
import type { AnswerEvent } from '../../core/events.ts';
import type { EmitEvents, Follower } from './shared-run.ts';
import { createRunningAnswers } from './shared-run.ts';

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
  const tell: EmitEvents = async function* (signal, endEarly) {
    signals.push(signal, endEarly);
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
    endsEarly: () => signals[1]?.aborted === true,
    async say(...events: (AnswerEvent | Error | null)[]) {
      queue.push(...events);
      wake();
      await untilSettled();
    },
  };
}

const all = async (follower: Follower) => {
  const events: AnswerEvent[] = [];
  for (let event = await follower.next(); event !== null; event = await follower.next()) events.push(event);
  return events;
};

test('a run is shared by questions with about the same deadline, until it ends', async (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const running = createRunningAnswers();
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
  const running = createRunningAnswers();
  const { tell, say } = told();
  const hourMs = 3_600_000;
  const run = running.start('key', { ...QUESTION, deadlineAtMs: performance.now() + hourMs }, tell);
  const finds = (timeMs: number) =>
    running.find('key', { ...QUESTION, deadlineAtMs: performance.now() + timeMs }) === run;
  assert.ok(finds(hourMs * 1.01));
  assert.ok(!finds(hourMs * 1.05));
  await say(end, null);
});

test('of several runs of one question, the suitable one is found; each is removed when it ends', async () => {
  const running = createRunningAnswers();
  const [short, long] = [told(), told()];
  const one = running.start('key', { ...QUESTION, deadlineAtMs: performance.now() + 1000 }, short.tell);
  const other = running.start('key', { ...QUESTION, deadlineAtMs: performance.now() + 9000 }, long.tell);
  const find = (timeMs: number) =>
    running.find('key', { ...QUESTION, deadlineAtMs: performance.now() + timeMs });
  assert.equal(find(1000), one);
  assert.equal(find(9000), other);
  await short.say(null);
  assert.equal(find(1000), undefined);
  assert.equal(find(9000), other);
});

test('every follower gets all events, and text that it missed in one piece', async () => {
  const { tell, say } = told();
  const run = createRunningAnswers().start('key', QUESTION, tell);
  using early = run.follow(live);
  const first = early.next();
  await say(sources);
  assert.deepEqual(await first, sources);
  await say(delta('a'), delta('b'));
  assert.deepEqual(await early.next(), delta('ab'));
  using late = run.follow(live);
  assert.deepEqual([await late.next(), await late.next()], [sources, delta('ab')]);
  await say(delta('c'), end, null);
  assert.deepEqual(await all(early), [delta('c'), end]);
  assert.deepEqual(await all(late), [delta('c'), end]);
});

test('a failed run fails for every follower, after the events that it emitted', async () => {
  const { tell, say } = told();
  const running = createRunningAnswers();
  const run = running.start('key', QUESTION, tell);
  using one = run.follow(live);
  const failure = new Error('broke');
  await say(begin, failure);
  using other = run.follow(live);
  for (const follower of [one, other]) {
    assert.deepEqual(await follower.next(), begin);
    await assert.rejects(follower.next(), (error) => error === failure);
  }
  assert.equal(running.find('key', QUESTION), undefined);
});

test('a follower that leaves does not stop the run, unless it is the last one', async () => {
  const { tell, isAborted } = told();
  const running = createRunningAnswers();
  const run = running.start('key', QUESTION, tell);
  const [one, other] = [run.follow(live), run.follow(live)];
  one[Symbol.dispose]();
  assert.equal(isAborted(), false);
  assert.equal(running.find('key', QUESTION), run);
  other[Symbol.dispose]();
  assert.equal(isAborted(), true);
  assert.equal(running.find('key', QUESTION), undefined);
});

test('a run that has ended is not stopped when its followers leave', async () => {
  const { tell, say, isAborted } = told();
  const run = createRunningAnswers().start('key', QUESTION, tell);
  const follower = run.follow(live);
  await say(end, null);
  follower[Symbol.dispose]();
  assert.equal(isAborted(), false);
});

test('a follower whose caller leaves stops waiting, the others go on', async () => {
  const { tell, say } = told();
  const run = createRunningAnswers().start('key', QUESTION, tell);
  const controller = new AbortController();
  using leaving = run.follow(controller.signal);
  using staying = run.follow(live);
  const waiting = leaving.next();
  const going = staying.next();
  controller.abort();
  await assert.rejects(waiting, { code: 'cancelled' });
  await assert.rejects(leaving.next(), { code: 'cancelled' });
  await say(begin);
  assert.deepEqual(await going, begin);
});

test('a run ends early when all its followers want it at once, also when the others have left', async () => {
  const { tell, endsEarly } = told();
  const running = createRunningAnswers();
  const run = running.start('key', QUESTION, tell);
  const endEarly = new AbortController();
  using _one = run.follow(live, endEarly.signal);
  const other = run.follow(live);
  endEarly.abort();
  assert.equal(endsEarly(), false);
  assert.equal(running.find('key', QUESTION), run);
  other[Symbol.dispose]();
  assert.equal(endsEarly(), true);
  assert.equal(running.find('key', QUESTION), undefined);
});

test('a single follower in a hurry gives up before the writing begins, but not after', async () => {
  for (const [events, givesUp] of [
    [[begin], true],
    [[begin, sources], false],
    [[begin, delta('a')], false],
    [[begin, null], false],
  ] as const) {
    const { tell, say } = told();
    const run = createRunningAnswers().start('key', QUESTION, tell);
    const endEarly = new AbortController();
    using _other = run.follow(live);
    using follower = run.follow(live, endEarly.signal);
    assert.equal(follower.hasGivenUp(), false);
    await say(...events);
    assert.deepEqual(await follower.next(), begin);
    endEarly.abort();
    assert.equal(follower.hasGivenUp(), givesUp, JSON.stringify(events));
    if (givesUp) assert.equal(await follower.next(), null);
  }
});

test('a waiting follower is woken to end early, and one told so before counts too', async () => {
  const { tell, endsEarly } = told();
  const run = createRunningAnswers().start('key', QUESTION, tell);
  const endEarly = new AbortController();
  using other = run.follow(live);
  using follower = run.follow(live, endEarly.signal);
  const waiting = follower.next();
  endEarly.abort();
  assert.equal(await waiting, null);
  const endedEarly = told();
  const alone = createRunningAnswers().start('key', QUESTION, endedEarly.tell);
  using _one = alone.follow(live, AbortSignal.abort());
  assert.equal(endedEarly.endsEarly(), true);
  assert.deepEqual([endsEarly(), other.hasGivenUp()], [false, false]);
});

test('a follower that leaves after it was told to end early no longer counts', async () => {
  const { tell, endsEarly } = told();
  const run = createRunningAnswers().start('key', QUESTION, tell);
  using _patient = run.follow(live);
  using _other = run.follow(live);
  const hasty = run.follow(live, AbortSignal.abort());
  hasty[Symbol.dispose]();
  const second = new AbortController();
  using _second = run.follow(live, second.signal);
  second.abort();
  assert.equal(endsEarly(), false);
});
