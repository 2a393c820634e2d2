import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import type { SearchEngine } from '../core/terms.ts';
import { failed, found, type SearchBackend, type SearchOutcome } from './backend.ts';
import { failover } from './failover.ts';
import { type WatchedSlot, watch } from './watched-slot.ts';

const forever = new AbortController().signal;
const PLAIN = { hedge: false };
const QUERY = { text: 'x', limit: 5, language: 'auto' };
const HITS = found([{ url: 'https://example.org/', title: 'T', snippet: '' }]);
const NAMES: readonly [SearchEngine, string][] = [
  ['engine_a', 'primary'],
  ['engine_b', 'secondary'],
  ['engine_c', 'tertiary'],
];

const says = (outcome: SearchOutcome): SearchBackend => ({ search: async () => outcome });
const hangs: SearchBackend = { search: () => new Promise(() => undefined) };
const listens: SearchBackend = {
  search: (_query, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(abortReason(signal)))),
};
const throws: SearchBackend = {
  search() {
    throw new TypeError('secret detail');
  },
};

function slotsOf(backends: readonly SearchBackend[], timeoutMs = 1_000): WatchedSlot[] {
  return NAMES.slice(0, backends.length).map(([engine, label], i) => {
    return watch({ engine, label, backend: backends[i] ?? hangs, timeoutMs });
  });
}

const searchOver = (backends: readonly SearchBackend[], timeoutMs = 1_000, budgetMs = 5_000) =>
  failover(slotsOf(backends, timeoutMs), PLAIN)(QUERY, budgetMs, forever);

test('takes the first slot that finds something and asks no other', async () => {
  let asked = false;
  const other: SearchBackend = {
    search: async () => {
      asked = true;
      return HITS;
    },
  };
  const report = await searchOver([says(HITS), other]);
  assert.equal(report.outcome, HITS);
  assert.equal(report.engine, 'engine_a');
  assert.deepEqual(
    report.trail.map(({ engine, status, cause }) => [engine, status, cause]),
    [['engine_a', 'ok', '']],
  );
  assert.equal(asked, false);
});

test('asks the next slot after a failure and after nothing found', async () => {
  const report = await searchOver([says(failed('rate', 'too often')), says({ status: 'empty' }), says(HITS)]);
  assert.equal(report.engine, 'engine_c');
  assert.deepEqual(
    report.trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', 'primary: too often'],
      ['empty', ''],
      ['ok', ''],
    ],
  );
});

test('is empty when one slot searched in vain, whatever befell the others', async () => {
  const report = await searchOver([says(failed('network', 'connection refused')), says({ status: 'empty' })]);
  assert.deepEqual(report.outcome, { status: 'empty' });
  assert.equal(report.engine, 'none');
});

test('takes ok without hits for empty', async () => {
  assert.deepEqual((await searchOver([says({ status: 'ok', hits: [] })])).outcome, { status: 'empty' });
});

test('names each slot and its cause when all fail, and the soonest time to try again', async () => {
  const report = await searchOver([
    says(failed('network', 'connection refused')),
    says(failed('rate', 'too often', 9_000)),
    says(failed('rate', 'too often', 5_000)),
  ]);
  const cause = 'primary: connection refused; secondary: too often; tertiary: too often';
  assert.deepEqual(report.outcome, failed('network', cause, 5_000));
  assert.equal(report.engine, 'none');
});

test('counts a slot that throws or hangs as failed and shows no detail of it', async () => {
  const report = await searchOver([throws, hangs, listens], 30);
  assert.deepEqual(
    report.trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', 'primary: unexpected error (TypeError)'],
      ['failed', 'secondary: no answer within 30 ms'],
      ['failed', 'tertiary: no answer within 30 ms'],
    ],
  );
  assert.ok(report.outcome.status === 'failed' && !report.outcome.cause.includes('secret'));
});

test('gives a slot half of what is left, and the last one all of it', async (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isOver = false;
  const searching = searchOver([hangs, hangs, hangs], 10_000, 400).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    t.mock.timers.tick(1);
    nowMs++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { trail } = await searching;
  const causes = trail.map(({ cause }) => /within \d+ ms/.exec(cause)?.[0]);
  assert.deepEqual(causes, ['within 200 ms', 'within 100 ms', 'within 100 ms']);
  assert.deepEqual(
    trail.map(({ tookMs }) => tookMs),
    [200, 100, 100],
  );
});

test('aborts the slot whose time is up', async () => {
  let heard: unknown;
  const slow: SearchBackend = {
    search: (_query, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          heard = signal.reason;
        });
      }),
  };
  await searchOver([slow, says(HITS)], 20);
  assert.ok(heard instanceof Failure && heard.code === 'deadline-exceeded');
});

test('does not begin when no time is left', async () => {
  const report = await searchOver([says(HITS)], 1_000, 0);
  assert.deepEqual(report, {
    outcome: failed('timeout', 'no time was left to search'),
    engine: 'none',
    trail: [],
  });
});

test('throws the reason of the caller who leaves, also over a slot that does not listen', async () => {
  for (const backend of [hangs, listens]) {
    const caller = new AbortController();
    const left = new Failure('cancelled', 'Gone.');
    const search = failover(slotsOf([backend, says(HITS)]), PLAIN)(QUERY, 5_000, caller.signal);
    setTimeout(() => caller.abort(left), 10);
    await assert.rejects(search, (error) => error === left);
  }
  const gone = AbortSignal.abort();
  await assert.rejects(failover(slotsOf([says(HITS)]), PLAIN)(QUERY, 5_000, gone), { code: 'cancelled' });
});

test('says how to configure a slot when there is none', async () => {
  const { outcome } = await searchOver([]);
  assert.deepEqual(
    outcome,
    failed('configuration', 'no search back-end is configured: set SEARCH_PRIMARY_URL'),
  );
});
