import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import { testParts } from '../../test/support/parts.ts';
import type { Cache } from '../cache/cache.ts';
import { untilAborted } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import { type Answerer, DERIVED, runOf } from '../core/run.ts';
import { observeCallers } from '../observe/answers.ts';
import { createLog } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { stages } from './pipeline.ts';

const log = createLog('info', { write: () => undefined });
const metrics = createMetrics();
const nothing: Cache<never> = { get: async () => null, set: async () => undefined };
const answers = { cache: nothing, lifetimeMs: 60_000, fingerprint: () => '', count: () => undefined };
const watchers = [observeCallers({ log, metrics })];
const observers = { callers: watchers, runs: watchers, gatherings: watchers };

const EVERYTHING = new Set(DERIVED);
const asked = (signal: AbortSignal) => runOf(QUESTION, { signal, wants: EVERYTHING });

/** All stages of an answer, as they are. */
const STAGES = stages.map(
  (stage, at) =>
    [`stage ${at + 1}`, (next: Answerer) => stage(next, testParts({ answers, observers }))] as const,
);

for (const [name, wrap] of STAGES) {
  test(`${name} passes on the question and a signal that its caller can abort`, async () => {
    const caller = new AbortController();
    let handedText = '';
    let handedSignal: AbortSignal | undefined;
    const events = wrap(async function* ({ question, signal }) {
      handedText = question.text;
      handedSignal = signal;
      yield* eventsOf().slice(0, 2);
      await untilAborted(new Promise(() => undefined), signal);
    })(asked(caller.signal));
    assert.equal((await events.next()).value?.type, 'search-end');
    assert.equal((await events.next()).value?.type, 'sources');
    const rest = assert.rejects(events.next(), { code: 'cancelled' });
    caller.abort(new Failure('cancelled', 'The caller left.'));
    await rest;
    assert.equal(handedText, QUESTION.text);
    assert.equal(handedSignal?.aborted, true);
  });

  test(`${name} ends the answer of a caller who stops listening`, async () => {
    const ended = Promise.withResolvers<void>();
    const events = wrap(async function* ({ signal }) {
      signal.addEventListener('abort', () => ended.resolve());
      try {
        yield* eventsOf();
      } finally {
        ended.resolve();
      }
    })(asked(new AbortController().signal));
    await events.next();
    await events.return(undefined);
    await ended.promise;
    assert.equal((await events.next()).done, true);
  });

  test(`${name} emits all events in order, and fails like the answer`, async () => {
    const all = await Array.fromAsync(
      wrap(async function* () {
        yield* eventsOf();
      })(asked(new AbortController().signal)),
    );
    assert.deepEqual(
      all.map(({ type }) => type).filter((type) => !DERIVED.some((derived) => derived === type)),
      eventsOf().map(({ type }) => type),
    );
    const failing = wrap(async function* () {
      yield* eventsOf().slice(0, 2);
      throw new Failure('search-unavailable', 'All slots failed.');
    });
    await assert.rejects(Array.fromAsync(failing(asked(new AbortController().signal))), {
      code: 'search-unavailable',
    });
  });
}

test('events that nobody wants are not made, whatever the stage', async () => {
  for (const [name, wrap] of STAGES) {
    const run = runOf(QUESTION, { signal: new AbortController().signal });
    const events = await Array.fromAsync(
      wrap(async function* () {
        yield* eventsOf();
      })(run),
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      eventsOf().map(({ type }) => type),
      name,
    );
  }
});
