import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import type { SlotPosition } from '../core/attempt.ts';
import { abortReason } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { failover } from './failover.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './search.ts';
import { type TrackedSlot, track } from './slot.ts';

const forever = new AbortController().signal;
assertNothingListens(forever);
const PLAIN = { hedge: false };
const QUERY = { text: 'x', limit: 5, scope: ANY_SCOPE };
const HIT = { url: 'https://example.org/', title: 'T', snippet: '' };
const HITS = found([HIT]);
const NAMES: readonly [SlotPosition, string][] = [
  [1, 'primary'],
  [2, 'secondary'],
  [3, 'tertiary'],
];

const says = (outcome: SearchOutcome): SearchBackend => ({
  sends: SENDS_NOTHING,
  search: async () => outcome,
});
const hangs: SearchBackend = { sends: SENDS_NOTHING, search: () => new Promise(() => undefined) };
const listens: SearchBackend = {
  sends: SENDS_NOTHING,
  search: (_query, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(abortReason(signal)))),
};
const throws: SearchBackend = {
  sends: SENDS_NOTHING,
  search() {
    throw new TypeError('secret detail');
  },
};

function slotsOf(backends: readonly SearchBackend[], timeoutMs = 1_000): TrackedSlot[] {
  return NAMES.slice(0, backends.length).map(([position, label], i) => {
    return track({ position, name: label, label, backend: backends[i] ?? hangs, timeoutMs });
  });
}

const searchOver = (backends: readonly SearchBackend[], timeoutMs = 1_000, budgetMs = 5_000) =>
  failover(slotsOf(backends, timeoutMs), PLAIN)(QUERY, budgetMs, forever);

test('uses the first slot with results and asks no other', async () => {
  let asked = false;
  const other: SearchBackend = {
    sends: SENDS_NOTHING,
    search: async () => {
      asked = true;
      return HITS;
    },
  };
  const report = await searchOver([says(HITS), other]);
  assert.deepEqual([report.outcome, report.hits], [{ status: 'ok' }, [{ ...HIT, slot: 1 }]]);
  assert.equal(report.slot, 1);
  assert.deepEqual(
    report.trail.map(({ slot, status, cause }) => [slot, status, cause]),
    [[1, 'ok', '']],
  );
  assert.equal(asked, false);
});

test('asks the next slot after a failure or an empty result', async () => {
  const report = await searchOver([says(failed('rate', 'too often')), says({ status: 'empty' }), says(HITS)]);
  assert.equal(report.slot, 3);
  assert.deepEqual(
    report.trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', 'primary: too often'],
      ['empty', ''],
      ['ok', ''],
    ],
  );
});

test('is empty if one slot found nothing, whatever the others did', async () => {
  const report = await searchOver([says(failed('network', 'connection refused')), says({ status: 'empty' })]);
  assert.deepEqual(report.outcome, { status: 'empty' });
  assert.equal(report.slot, null);
});

test('treats ok without hits as empty', async () => {
  assert.deepEqual((await searchOver([says({ status: 'ok', hits: [] })])).outcome, { status: 'empty' });
});

test('names each slot and its cause if all fail, and the earliest time to try again', async () => {
  const report = await searchOver([
    says(failed('network', 'connection refused')),
    says(failed('rate', 'too often', 9_000)),
    says(failed('rate', 'too often', 5_000)),
  ]);
  const cause = 'primary: connection refused; secondary: too often; tertiary: too often';
  assert.deepEqual(report.outcome, { status: 'failed', cause, retryAfterMs: 5_000 });
  assert.equal(report.slot, null);
});

test('a slot that refused us or asked for a wait is not asked earlier, even if it is alone', async () => {
  for (const refusal of [
    failed('rate', 'too often'),
    failed('blocked', 'captcha'),
    failed('upstream', 'it reports an error (503)', 30_000),
  ]) {
    let calls = 0;
    const counting: SearchBackend = {
      sends: SENDS_NOTHING,
      search: async () => {
        calls++;
        return refusal;
      },
    };
    const slots = slotsOf([counting]);
    await failover(slots, PLAIN)(QUERY, 5_000, forever);
    const { outcome, trail } = await failover(slots, PLAIN)(QUERY, 5_000, forever);
    assert.equal(calls, 1, refusal.reason);
    assert.equal(trail[0]?.status, 'skipped');
    assert.ok(outcome.status === 'failed' && (outcome.retryAfterMs ?? 0) > 0, 'it says when to try again');
  }
});

test('every hit names the slot that found it', async () => {
  const report = await searchOver([says({ status: 'empty' }), says(HITS)]);
  assert.deepEqual(report.hits, [{ ...HIT, slot: 2 }]);
});

test('passes the remaining time to a back-end', async () => {
  const left: number[] = [];
  const noting = (outcome: SearchOutcome): SearchBackend => ({
    sends: SENDS_NOTHING,
    async search(query) {
      left.push(query.leftMs?.() ?? Number.NaN);
      return outcome;
    },
  });
  const slots = slotsOf([noting({ status: 'empty' }), noting(HITS)], 60_000);
  await failover(slots, PLAIN)(QUERY, 40_000, forever);
  const [first = Number.NaN, last = Number.NaN] = left;
  assert.ok(first <= 20_000 && first > 10_000, `half of the time before another slot: ${first}`);
  assert.ok(last <= 40_000 && last > 20_000, `all of the rest for the last one: ${last}`);
});

test('counts a slot that throws or hangs as failed and reveals no details', async () => {
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

test('gives a slot half of the remaining time, and the last one all of it', async (t) => {
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

test('aborts a slot at its time limit', async () => {
  let heard: unknown;
  const slow: SearchBackend = {
    sends: SENDS_NOTHING,
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

test('does not start without remaining time', async () => {
  const report = await searchOver([says(HITS)], 1_000, 0);
  assert.deepEqual(report, {
    words: 'x',
    outcome: { status: 'failed', cause: 'no time was left to search' },
    hits: [],
    slot: null,
    trail: [],
  });
});

test('throws the reason of a caller who leaves, even if a slot ignores its signal', async () => {
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

test('says how to configure a slot if there is none', async () => {
  const { outcome } = await searchOver([]);
  const cause = 'no search back-end is configured: set SEARCH_PRIMARY_URL';
  assert.deepEqual(outcome, { status: 'failed', cause });
});
