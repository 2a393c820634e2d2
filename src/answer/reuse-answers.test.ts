import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import type { Cache, CountCacheLookup } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { type Answerer, collect, runOf } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { CachedAnswer } from './cached-answer.ts';
import { reuseAnswers } from './reuse-answers.ts';

const nobody = new AbortController().signal;
assertNothingListens(nobody);
type SearchEnd = Extract<AnswerEvent, { type: 'search-end' }>;
const question: Question = { ...QUESTION, text: 'What is an axolotl?' };
const run = (more: Partial<Question> = {}, signal = nobody) => runOf({ ...question, ...more }, { signal });
const source = { index: 1, url: 'https://a.test/', title: 'A', snippet: 'a', passages: [] };
const answer: Answer = {
  text: 'A salamander [1].',
  html: '<p>A salamander.</p>',
  speech: 'A salamander.',
  sources: [source],
  language: 'en',
  model: 'm',
  slot: 1,
  tokensUsed: 9,
  error: null,
  errorMissingInText: false,
};
const timing = {
  searchMs: 1,
  readMs: 0,
  selectMs: 0,
  writeMs: 0,
  checkMs: 0,
  renderMs: 0,
  firstTextMs: 1,
  totalMs: 1,
};
const found: SearchEnd = {
  type: 'search-end',
  search: 0,
  slot: 1,
  trail: [{ slot: 1, status: 'ok', cause: '', tookMs: 1 }],
};
const lost: SearchEnd = {
  type: 'search-end',
  search: 0,
  slot: null,
  trail: [{ slot: 1, status: 'failed', cause: 'refused', tookMs: 1 }],
};

/** The events before an answer that was written from these searches. */
const gathered = (isRushed = false, search = found): AnswerEvent => ({
  type: 'gather-end',
  evidence: {
    meaning: question.text,
    searches: [{ words: question.text, outcome: { status: 'empty' }, ...search }],
    sources: [source],
    language: 'en',
    tokens: 0,
    calls: 0,
    isRushed,
  },
});

/** A cache without a limit whose values have the age that the test sets. */
function memory(): Cache<CachedAnswer> & { ageMs: number; size(): number } {
  const values = new Map<string, CachedAnswer>();
  return {
    ageMs: 0,
    size: () => values.size,
    async get(key) {
      const value = values.get(key);
      return value === undefined ? null : { value, ageMs: this.ageMs };
    },
    async set(key, value) {
      values.set(key, value);
    },
  };
}

const cachingIn = (cache: Cache<CachedAnswer>, count: CountCacheLookup = () => undefined) => ({
  cache,
  lifetimeMs: 1000,
  fingerprint: () => 'f',
  count,
});

/** An answerer that advances one step each time the test says so, and counts what happens to it. */
function stepwise(whole: Answer = answer) {
  const gates: PromiseWithResolvers<void>[] = [];
  const seen = { runs: 0, stopped: 0, reasons: [] as string[] };
  const answerer: Answerer = async function* ({ signal }) {
    seen.runs++;
    signal.addEventListener('abort', () => seen.stopped++);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    yield found;
    yield { type: 'sources', sources: whole.sources, language: 'en' };
    yield gathered();
    yield { type: 'answer-delta', text: 'A ' };
    await gate.promise;
    yield { type: 'answer-delta', text: 'salamander [1].' };
    yield { type: 'timing', timing };
    yield { type: 'answer-end', answer: whole };
  };
  return {
    answerer,
    seen,
    finish: () => {
      for (const { resolve } of gates) resolve();
    },
  };
}

const textOf = (events: readonly AnswerEvent[]) =>
  events.map((event) => (event.type === 'answer-delta' ? event.text : '')).join('');

test('equal questions at once share one run, and each gets all of it', async () => {
  const { answerer, seen, finish } = stepwise();
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  const wordings = ['What is an axolotl?', 'what  is an AXOLOTL ?', 'What is an axolotl'];
  const all = wordings.map((text) => Array.fromAsync(asked(run({ ...question, text }))));
  await turn();
  finish();
  for (const events of await Promise.all(all)) {
    assert.equal(textOf(events), answer.text);
    assert.equal(events.at(-1)?.type, 'answer-end');
  }
  assert.equal(seen.runs, 1);
});

test('questions that may have different answers share none', async () => {
  const { answerer, seen, finish } = stepwise();
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  const all = [
    {},
    { maxSources: 3 },
    { scope: { ...ANY_SCOPE, language: 'de' } },
    { history: [{ question: 'a', answer: 'b' }] },
    { text: 'What is C?' },
    { text: 'What is C#?' },
  ].map((other) => Array.fromAsync(asked(run({ ...question, ...other }))));
  await turn();
  finish();
  await Promise.all(all);
  assert.equal(seen.runs, 6);
});

test('an answer whose pages were skipped for a caller in a hurry is not kept for others', async () => {
  const cacheFactsOf = async (isRushed: boolean) => {
    const cache = memory();
    const answerer: Answerer = async function* () {
      yield found;
      yield gathered(isRushed);
      yield { type: 'answer-end', answer };
    };
    const events = await Array.fromAsync(reuseAnswers(answerer, cachingIn(cache))(run()));
    const last = events.at(-1);
    return [cache.size(), last?.type === 'answer-end' && last.answer.kept !== undefined];
  };
  assert.deepEqual(await cacheFactsOf(true), [0, false]);
  assert.deepEqual(await cacheFactsOf(false), [1, true]);
});

test('a late caller gets the events so far, then the rest as they come', async () => {
  const { answerer, finish } = stepwise();
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  const first = Array.fromAsync(asked(run()));
  await turn();
  const late = asked(run());
  const said = [await late.next(), await late.next(), await late.next(), await late.next()].map(
    ({ value }) => value,
  );
  assert.deepEqual(
    said.map(({ type }) => type),
    ['search-end', 'sources', 'gather-end', 'answer-delta'],
  );
  finish();
  assert.equal(textOf([...said, ...(await Array.fromAsync(late))]), answer.text);
  await first;
});

test('a caller who leaves does not stop the others, and the last one stops the run', async () => {
  const { answerer, seen } = stepwise();
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  const callers = [new AbortController(), new AbortController()];
  const all = callers.map(({ signal }) => Array.fromAsync(asked(run({}, signal))));
  await turn();
  callers[0]?.abort(new Failure('cancelled', 'left'));
  await assert.rejects(all[0] ?? Promise.resolve(), /left/);
  assert.equal(seen.stopped, 0);
  callers[1]?.abort(new Failure('cancelled', 'left'));
  await assert.rejects(all[1] ?? Promise.resolve(), /left/);
  assert.equal(seen.stopped, 1);
});

test('a caller with less time than a run has left gets a run of its own', async () => {
  const { answerer, seen, finish } = stepwise();
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  const all = [5000, 1000, 1000, 20_000].map((timeMs) =>
    Array.fromAsync(asked(run({ ...question, deadlineAtMs: performance.now() + timeMs }))),
  );
  await turn();
  assert.equal(seen.runs, 3);
  finish();
  await Promise.all(all);
});

test('a kept answer comes with its age and the same events', async () => {
  const { answerer, seen, finish } = stepwise();
  const cache = memory();
  const asked = reuseAnswers(answerer, cachingIn(cache));
  finish();
  const first = collect(asked(run()));
  await turn();
  finish();
  const { kept: keptFirst } = (await first).answer;
  cache.ageMs = 400;
  const events = await Array.fromAsync(asked(run()));
  assert.deepEqual(
    events.map(({ type }) => type),
    ['search-end', 'sources', 'answer-delta', 'timing', 'answer-end'],
  );
  const { kept, ...again } = (await collect(asked(run()))).answer;
  assert.deepEqual(again, answer);
  assert.deepEqual([kept?.ageMs, kept?.lifetimeMs, kept?.id], [400, 1000, keptFirst?.id]);
  assert.equal(seen.runs, 1);
});

test('failures, answers with an error and answers without sources are not kept', async () => {
  for (const bad of [{ error: 'cut' }, { sources: [] }, { text: '' }]) {
    const cache = memory();
    const { answerer, finish } = stepwise({ ...answer, ...bad });
    const one = collect(reuseAnswers(answerer, cachingIn(cache))(run()));
    await turn();
    finish();
    assert.equal((await one).answer.kept, undefined);
    assert.equal(cache.size(), 0);
  }
  const failing: Answerer = async function* () {
    yield found;
    throw new Failure('model-unavailable', 'no');
  };
  const cache = memory();
  await assert.rejects(collect(reuseAnswers(failing, cachingIn(cache))(run())), /no/);
  assert.equal(cache.size(), 0);
});

/** An answerer that answers normally once, and then behaves as `then` says. */
function onceThen(then: Answerer): Answerer {
  let isFirst = true;
  return async function* (asked) {
    if (!isFirst) return yield* then(asked);
    isFirst = false;
    yield found;
    yield gathered();
    yield { type: 'timing', timing };
    yield { type: 'answer-end', answer };
  };
}

test('while the search fails, a stale answer is used and says how old it is', async () => {
  const searchFails: Answerer = async function* () {
    yield lost;
    yield gathered(false, lost);
    yield { type: 'timing', timing };
    yield { type: 'answer-end', answer: { ...answer, text: 'From memory.', sources: [], error: 'failed' } };
  };
  const throws: Answerer = () => {
    throw new Failure('search-unavailable', 'The web search failed.');
  };
  for (const then of [searchFails, throws]) {
    const cache = memory();
    const asked = reuseAnswers(onceThen(then), cachingIn(cache));
    await collect(asked(run()));
    cache.ageMs = 20 * 60_000;
    const stale = (await collect(asked(run()))).answer;
    assert.equal(stale.text, answer.text);
    assert.match(stale.error ?? '', /20 minutes old/);
    assert.deepEqual([stale.errorMissingInText, stale.kept?.ageMs], [true, 20 * 60_000]);
  }
});

test('a stale answer is replaced if the search works', async () => {
  const other = { ...answer, text: 'Something new [1].' };
  const cache = memory();
  const asked = reuseAnswers(
    onceThen(async function* () {
      yield found;
      yield { type: 'timing', timing };
      yield { type: 'answer-end', answer: other };
    }),
    cachingIn(cache),
  );
  await collect(asked(run()));
  cache.ageMs = 1001;
  assert.equal((await collect(asked(run()))).answer.text, other.text);
});

test('a fresh question is answered again, and the others get the new answer', async () => {
  const { answerer, seen, finish } = stepwise();
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  for (const fresh of [false, true, true, false]) {
    const one = collect(asked(run({ ...question, fresh })));
    await turn();
    finish();
    await one;
  }
  assert.equal(seen.runs, 3);
});

test('a thousand slow listeners share the events in memory', async () => {
  const piece = 'x'.repeat(1000);
  const answerer: Answerer = async function* () {
    yield found;
    for (let at = 0; at < 500; at++) yield { type: 'answer-delta', text: piece };
    yield { type: 'timing', timing };
    yield { type: 'answer-end', answer };
  };
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  const slow = Array.from({ length: 1000 }, () => asked(run()));
  await Promise.all(slow.map((events) => events.next()));
  const before = process.memoryUsage().heapUsed;
  await turn();
  assert.ok(process.memoryUsage().heapUsed - before < 50 * 2 ** 20);
  assert.equal((await slow[0]?.next())?.value?.text.length, 500_000);
  await Promise.all(slow.map((events) => events.return(undefined)));
});

test('each question is counted once: as missed, shared or found', async () => {
  const { answerer, finish } = stepwise();
  const cache = memory();
  const counts: string[] = [];
  const count: CountCacheLookup = (...counted) => counts.push(counted.join(' '));
  const asked = reuseAnswers(answerer, cachingIn(cache, count));
  const [first, second] = [{}, {}].map((one) => Array.fromAsync(asked(run(one))));
  await turn();
  finish();
  await Promise.all([first, second]);
  await Array.fromAsync(asked(run()));
  assert.deepEqual(counts.toSorted(), ['answers hit', 'answers miss', 'answers shared']);
});

test('no reply waits for the store', async () => {
  const never: Cache<CachedAnswer> = { get: async () => null, set: () => new Promise(() => undefined) };
  const { answerer, finish } = stepwise();
  const replying = collect(reuseAnswers(answerer, cachingIn(never))(run()));
  await turn();
  finish();
  assert.equal((await replying).answer.text, answer.text);
});

test('an answer that its caller may end early is shared only when it is complete', async () => {
  const { answerer, seen, finish } = stepwise();
  const asked = reuseAnswers(answerer, cachingIn(memory()));
  const deep = { ...question, depth: 'deep' } as const;
  const early = [new AbortController(), new AbortController()];
  const waiting = early.map(({ signal }) =>
    collect(asked(runOf(deep, { signal: new AbortController().signal, endEarly: signal }))),
  );
  await turn();
  assert.equal(seen.runs, 2);
  finish();
  for (const one of waiting) assert.equal((await one).answer.text, answer.text);
  assert.equal(
    (await collect(asked(runOf(deep, { signal: nobody, endEarly: new AbortController().signal })))).answer
      .text,
    answer.text,
  );
  assert.equal(seen.runs, 2);
});
