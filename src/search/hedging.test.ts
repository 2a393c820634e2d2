import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortReason, sleep } from '../core/deadline.ts';
import type { SearchReport } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { failover } from './failover.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './search.ts';
import { type TrackedSlot, track } from './slot.ts';

const forever = new AbortController().signal;
const QUERY = { text: 'x', limit: 1, scope: ANY_SCOPE };
const HITS = found([{ url: 'https://example.org/', title: 'T', snippet: '' }]);
const ENGINES = [1, 2, 3] as const;
const HEDGED = { hedge: true };

type Counted = SearchBackend & { calls: number; aborted: number };

/** A back-end that counts its calls and how many of them were aborted. */
function counted(answer: (signal: AbortSignal) => Promise<SearchOutcome>): Counted {
  return {
    calls: 0,
    aborted: 0,
    sends: SENDS_NOTHING,
    search(_query, signal) {
      this.calls++;
      signal.addEventListener('abort', () => this.aborted++);
      return answer(signal);
    },
  };
}

const says = (outcome: SearchOutcome) => counted(async () => outcome);
const hangs = () =>
  counted(
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(abortReason(signal)))),
  );
const answersAfter = (ms: number, outcome = HITS) =>
  counted(async (signal) => {
    await sleep(ms, signal);
    return outcome;
  });

function slotsOf(backends: readonly SearchBackend[], timeoutMs: number, now = () => 0): TrackedSlot[] {
  return backends.map((backend, i) => {
    const position = ENGINES[i] ?? 1;
    return track({ position, name: `${position}`, label: '', backend, timeoutMs }, now);
  });
}

/** Slots known to be quick: if one does not reply, the next starts beside it after 200 ms. */
function quickSlotsOf(backends: readonly SearchBackend[], timeoutMs = 60_000): TrackedSlot[] {
  return slotsOf(backends, timeoutMs).map((slot) => ({ ...slot, usualMs: 1 }));
}

const search = (slots: readonly TrackedSlot[], hedge = true) =>
  failover(slots, { hedge })(QUERY, 60_000, forever);
const statuses = ({ trail }: SearchReport) => trail.map(({ slot, status }) => [slot, status]);

test('the next slot starts beside a slow one, and the first with results wins', async () => {
  const [slow, quick, third] = [hangs(), says(HITS), says(HITS)];
  const report = await search(quickSlotsOf([slow, quick, third]));
  assert.equal(report.slot, 2);
  assert.deepEqual(statuses(report), [
    [1, 'overtaken'],
    [2, 'ok'],
  ]);
  assert.equal(report.trail[0]?.cause, '');
  assert.equal(third.calls, 0);
});

test('the slow slot wins after all if it is first', async () => {
  const first = Promise.withResolvers<SearchOutcome>();
  const beside = counted((signal) => {
    first.resolve(HITS);
    return sleep(1, signal).then(() => HITS);
  });
  assert.deepEqual(statuses(await search(quickSlotsOf([counted(() => first.promise), beside]))), [
    [1, 'ok'],
    [2, 'overtaken'],
  ]);
});

test('the slow slot is still awaited if the one beside it fails or finds nothing', async () => {
  for (const outcome of [failed('upstream', 'broken'), { status: 'empty' } as const]) {
    const first = Promise.withResolvers<SearchOutcome>();
    const beside = counted(async () => {
      setTimeout(() => first.resolve(HITS), 5);
      return outcome;
    });
    assert.deepEqual(statuses(await search(quickSlotsOf([counted(() => first.promise), beside]))), [
      [1, 'ok'],
      [2, outcome.status],
    ]);
  }
});

test('the third slot starts at once if the one beside the slow one fails', async () => {
  const report = await search(quickSlotsOf([hangs(), says(failed('upstream', 'broken')), says(HITS)]));
  assert.deepEqual(statuses(report), [
    [1, 'overtaken'],
    [2, 'failed'],
    [3, 'ok'],
  ]);
});

test('no slot starts beside a slow one when hedging is off', async () => {
  const other = says(HITS);
  const report = await search(quickSlotsOf([answersAfter(300), other]), false);
  assert.deepEqual(statuses(report), [[1, 'ok']]);
  assert.equal(other.calls, 0);
});

test('a slot has twice its usual time, at least 200 ms and at most half of its time limit', async () => {
  for (const [usualMs, timeoutMs, expectedMs] of [
    [1, 60_000, 200],
    [150, 60_000, 300],
    [10_000, 600, 300],
  ] as const) {
    const slots = slotsOf([hangs(), says(HITS)], timeoutMs).map((slot) => ({ ...slot, usualMs }));
    const { trail } = await search(slots);
    const tookMs = trail[0]?.tookMs ?? 0;
    // Timers may fire a millisecond early, and this process may be busy.
    assert.ok(tookMs >= expectedMs - 2 && tookMs < expectedMs + 250, `${tookMs} ms, not ${expectedMs}`);
  }
});

test('a slot that does not answer delays one question, and no later one', async () => {
  const [dead, other] = [hangs(), says(HITS)];
  const slots = quickSlotsOf([dead, other], 400);
  const tookMs: number[] = [];
  for (let question = 0; question < 6; question++) {
    const startedAtMs = performance.now();
    assert.equal((await search(slots)).slot, 2);
    tookMs.push(performance.now() - startedAtMs);
    // The time limit of the overtaken call passes between two questions.
    await sleep(450, forever);
  }
  const [first = 0, ...later] = tookMs;
  assert.ok(first >= 198, `${first}`);
  assert.ok(Math.max(...later) < 150, `${later}`);
  assert.equal(dead.calls, 3, 'then it is suspended');
  assert.equal(other.calls, 6);
  assert.equal(slots[0]?.suspension.state, 'open');
});

test('an overtaken slot that answers late is slow, not broken, and gets more time', async () => {
  const slow = answersAfter(300);
  const slots = quickSlotsOf([slow, says(HITS)]);
  const [first] = slots;
  assert.ok(first !== undefined);
  for (let question = 0; question < 4; question++) {
    assert.equal((await search(slots)).slot, 2);
    await sleep(200, forever);
  }
  assert.equal(slow.aborted, 0);
  assert.deepEqual([first.lastCall?.status, first.suspension.state], ['ok', 'closed']);
  for (let question = 0; first.usualMs < 160; question++) {
    assert.ok(question < 20);
    await search(slots);
    await sleep(250, forever);
  }
  assert.equal((await search(slots)).slot, 1);
});

test('many questions at once onto a slot that hangs each wait only until the next slot starts', async () => {
  const [hanging, other] = [hangs(), says(HITS)];
  const search = failover(quickSlotsOf([hanging, other], 1000), HEDGED);
  const reports = await Promise.all(Array.from({ length: 200 }, () => search(QUERY, 120_000, forever)));
  assert.ok(reports.every(({ slot }) => slot === 2));
  assert.deepEqual([hanging.calls, other.calls], [200, 200]);
  assert.ok(reports.every(({ trail }) => (trail[0]?.tookMs ?? 0) < 1000));
});

test('a slot has all the remaining time if those after it are suspended', async () => {
  const [first, second] = slotsOf([hangs(), says(HITS)], 10_000);
  assert.ok(first !== undefined && second !== undefined);
  await second.suspension.run(async () => failed('configuration', 'no'));
  const report = await failover([first, second], HEDGED)(QUERY, 1000, forever);
  const [, givenMs] = /within (\d+) ms/.exec(report.trail[0]?.cause ?? '') ?? [];
  assert.ok(Number(givenMs) > 500, `it had the whole budget, not half of it: ${givenMs}`);
});

test('if every slot is suspended, the one that failed longest ago is asked anyway', async () => {
  let nowMs = 0;
  const backends = [
    says(failed('configuration', 'no JSON')),
    says(failed('blocked', 'captcha')),
    says(failed('configuration', 'no such path')),
  ];
  const search = failover(
    slotsOf(backends, 1000, () => nowMs++),
    HEDGED,
  );
  await search(QUERY, 5000, forever);
  const { outcome, trail } = await search(QUERY, 5000, forever);
  const calls = () => backends.map((backend) => backend.calls);
  assert.deepEqual(calls(), [2, 1, 1]);
  assert.deepEqual(
    trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', '1: no JSON'],
      ['skipped', '2: skipped for another 5 min: captcha'],
      ['skipped', '3: skipped for another 10 min: no such path'],
    ],
  );
  assert.equal(
    outcome.status === 'failed' && outcome.cause,
    '1: no JSON; 2: skipped for another 5 min: captcha; 3: skipped for ' + 'another 10 min: no such path',
  );
  await search(QUERY, 5000, forever);
  await search(QUERY, 5000, forever);
  assert.deepEqual(calls(), [3, 1, 2], 'never the one that refused us');
});

test('a question that no slot served goes once more to a slot whose failure may have passed', async () => {
  const [healthy, limited, broken] = [says(HITS), says(HITS), says(failed('network', 'reset'))];
  const slots = slotsOf([limited, healthy, broken], 1000);
  await slots[0]?.suspension.run(async () => failed('rate', 'too often'));
  for (let i = 0; i < 3; i++) await slots[1]?.suspension.run(async () => failed('upstream', 'status 500'));
  const report = await search(slots, false);
  assert.deepEqual(statuses(report), [
    [1, 'skipped'],
    [2, 'ok'],
    [3, 'failed'],
  ]);
  assert.deepEqual([limited.calls, healthy.calls, broken.calls], [0, 1, 1]);
});

test('a caller who leaves ends every slot that is being asked', async () => {
  const caller = new AbortController();
  const left = new Failure('cancelled', 'Gone.');
  const slow = hangs();
  const beside = counted((signal) => {
    setTimeout(() => caller.abort(left), 1);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(abortReason(signal))));
  });
  const slots = quickSlotsOf([slow, beside]);
  await assert.rejects(failover(slots, HEDGED)(QUERY, 60_000, caller.signal), (error) => error === left);
  assert.deepEqual([slow.aborted, beside.aborted], [1, 1]);
  assert.deepEqual(
    slots.map(({ suspension, lastCall }) => [suspension.state, lastCall]),
    [
      ['closed', null],
      ['closed', null],
    ],
  );
});
