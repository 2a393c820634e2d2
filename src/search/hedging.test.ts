import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortReason, sleep } from '../core/deadline.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './backend.ts';
import { failover } from './failover.ts';
import type { SearchReport } from './search.ts';
import { hedgeDelayMs } from './slot-times.ts';
import { type TrackedSlot, track } from './tracked-slot.ts';

const forever = new AbortController().signal;
const QUERY = { text: 'x', limit: 1, scope: ANY_SCOPE };
const HITS = found([{ url: 'https://example.org/', title: 'T', snippet: '' }]);
const ENGINES = ['engine_a', 'engine_b', 'engine_c'] as const;

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

/**
 * Slots known to be quick: if one does not reply, the next is started in parallel after 100 ms, long before
 * the time limit.
 */
function quickSlotsOf(backends: readonly SearchBackend[]): TrackedSlot[] {
  const slots = slotsOf(backends, 60_000);
  for (const { latency } of slots) for (let i = 0; i < 20; i++) latency.add(1);
  return slots;
}

function slotsOf(backends: readonly SearchBackend[], timeoutMs: number, now = () => 0): TrackedSlot[] {
  return backends.map((backend, i) => {
    const engine = ENGINES[i] ?? 'none';
    return track({ engine, name: engine, label: engine, sharedName: engine, backend, timeoutMs }, now);
  });
}

const statuses = ({ trail }: SearchReport) => trail.map(({ engine, status }) => [engine, status]);

test('starts the next slot parallel to a slow one, takes its results and cancels the slow one', async () => {
  const [slow, quick] = [hangs(), says(HITS)];
  const report = await failover(quickSlotsOf([slow, quick, hangs()]), { hedge: true })(
    QUERY,
    60_000,
    forever,
  );
  assert.equal(report.engine, 'engine_b');
  assert.deepEqual(statuses(report), [
    ['engine_a', 'overtaken'],
    ['engine_b', 'ok'],
  ]);
  assert.equal(report.trail[0]?.cause, '');
  assert.equal(slow.aborted, 1);
  assert.equal(quick.aborted, 0);
});

test('takes the slow slot after all if it is first, and cancels the parallel one', async () => {
  const first = Promise.withResolvers<SearchOutcome>();
  const beside = counted((signal) => {
    first.resolve(HITS);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(abortReason(signal))));
  });
  const slots = quickSlotsOf([counted(() => first.promise), beside]);
  const report = await failover(slots, { hedge: true })(QUERY, 60_000, forever);
  assert.deepEqual(statuses(report), [
    ['engine_a', 'ok'],
    ['engine_b', 'overtaken'],
  ]);
  assert.equal(beside.aborted, 1);
  await new Promise(setImmediate);
  assert.equal(slots[1]?.lastCall, null, 'it was not slow, so nothing is held against it');
});

test('continues to wait for the slow slot if the parallel one fails or finds nothing', async () => {
  for (const outcome of [failed('upstream', 'broken'), { status: 'empty' } as const]) {
    const first = Promise.withResolvers<SearchOutcome>();
    const beside = counted(async () => {
      setTimeout(() => first.resolve(HITS), 5);
      return outcome;
    });
    const slots = quickSlotsOf([counted(() => first.promise), beside]);
    const report = await failover(slots, { hedge: true })(QUERY, 60_000, forever);
    assert.deepEqual(statuses(report), [
      ['engine_a', 'ok'],
      ['engine_b', outcome.status],
    ]);
  }
});

test('starts a third slot when the second is slow as well', async () => {
  const backends = [hangs(), hangs(), says(HITS)];
  const report = await failover(quickSlotsOf(backends), { hedge: true })(QUERY, 60_000, forever);
  assert.deepEqual(statuses(report), [
    ['engine_a', 'overtaken'],
    ['engine_b', 'overtaken'],
    ['engine_c', 'ok'],
  ]);
});

test('starts the third slot at once if the one in parallel with the slow one fails', async () => {
  const third = says(HITS);
  const slots = slotsOf([hangs(), says(failed('upstream', 'broken')), third], 120_000);
  for (let i = 0; i < 100; i++) slots[1]?.latency.add(50_000);
  for (let i = 0; i < 20; i++) slots[0]?.latency.add(1);
  const report = await failover(slots, { hedge: true })(QUERY, 60_000, forever);
  assert.deepEqual(statuses(report), [
    ['engine_a', 'overtaken'],
    ['engine_b', 'failed'],
    ['engine_c', 'ok'],
  ]);
  // The second slot's own delay would have been 50 seconds.
  assert.ok((report.trail[0]?.tookMs ?? 0) < 50_000);
});

test('starts no slot in parallel with a slow one when switched off', async () => {
  const other = says(HITS);
  const slots = quickSlotsOf([answersAfter(150), other]);
  const report = await failover(slots, { hedge: false })(QUERY, 60_000, forever);
  assert.deepEqual(statuses(report), [['engine_a', 'ok']]);
  assert.equal(other.calls, 0);
});

test('starts no more parallel slots than it has saved up', async () => {
  // A parameter that a slot refuses says nothing about the slot, so no breaker affects this test.
  const other = says(failed('bad-parameter', 'no'));
  const search = failover(quickSlotsOf([answersAfter(200), other]), { hedge: true });
  const reports = await Promise.all(Array.from({ length: 30 }, () => search(QUERY, 60_000, forever)));
  assert.ok(reports.every(({ engine }) => engine === 'engine_a'));
  assert.equal(other.calls, 10);
});

test(
  'a burst onto a slot that hangs waits for it no longer than those questions that could pay for ' +
    'another',
  async () => {
    const [hanging, other] = [hangs(), says(HITS)];
    const slots = quickSlotsOf([hanging, other]);
    for (let i = 0; i < 80; i++) slots[0]?.latency.add(1);
    const search = failover(slots, { hedge: true });
    const reports = await Promise.all(Array.from({ length: 200 }, () => search(QUERY, 120_000, forever)));
    assert.ok(reports.every(({ engine }) => engine === 'engine_b'));
    // Each question called each slot once; waiting for the slot's time limit would have taken a minute.
    assert.deepEqual([hanging.calls, hanging.aborted, other.calls], [200, 200, 200]);
    const first = reports.map(({ trail }) => trail[0]);
    const replaced = first.filter((attempt) => attempt?.status === 'failed');
    assert.ok(replaced.length >= 190, String(replaced.length));
    assert.match(replaced[0]?.cause ?? '', /^engine_a: no answer within \d+ ms$/);
    assert.equal(slots[0]?.breaker.restMs, 2000, 'broken once, and not for longer by those replaced');
    assert.equal(slots[0]?.latency.percentile95Ms(), 1, 'nor is it slower for them');
  },
);

test('is not replaced because of earlier failures of others, nor if no slot is left to ask', async () => {
  const first = Promise.withResolvers<SearchOutcome>();
  const other = says(HITS);
  for (const backends of [[counted(() => first.promise), other], [counted(() => first.promise)]]) {
    const slots = quickSlotsOf(backends);
    const search = failover(slots, { hedge: true })(QUERY, 60_000, forever);
    for (let i = 0; i < 3; i++) await slots[0]?.breaker.run(async () => failed('network', 'reset'));
    setTimeout(() => first.resolve(HITS), 5);
    assert.deepEqual(statuses(await search), [['engine_a', 'ok']]);
  }
  assert.equal(other.calls, 0);
});

test('a call that opens the breaker by its own end reports its own cause', async () => {
  const first: Counted = counted(async (signal) => {
    const isLast = first.calls > 10;
    await sleep(isLast ? 250 : 150, signal);
    return isLast ? failed('rate', 'too often') : HITS;
  });
  const slots = quickSlotsOf([first, says(failed('bad-parameter', 'no'))]);
  const search = failover(slots, { hedge: true });
  // Ten calls use up the budget, so that the last one watches the breaker.
  const reports = await Promise.all(Array.from({ length: 11 }, () => search(QUERY, 60_000, forever)));
  assert.equal(reports[10]?.trail[0]?.cause, 'engine_a: too often');
});

test('waits as long as the slot usually takes, with a floor and half of its time as a cap', () => {
  const [slot] = slotsOf([hangs()], 4000);
  assert.ok(slot !== undefined);
  const delays = [hedgeDelayMs(slot, 4000)];
  for (const usualMs of [20, 700, 3900]) {
    for (let i = 0; i < 100; i++) slot.latency.add(usualMs);
    delays.push(hedgeDelayMs(slot, 4000));
  }
  assert.deepEqual(delays, [1000, 100, 700, 2000]);
  assert.equal(hedgeDelayMs(slot, 600), 300, 'half of what this call may take');
});

test('a slot that is overtaken three times in a row is suspended', async () => {
  const slow = hangs();
  const search = failover(slotsOf([slow, says(HITS)], 200), { hedge: true });
  for (let i = 0; i < 3; i++) await search(QUERY, 5000, forever);
  // An overtaken call ends a few microtasks after the report.
  await new Promise(setImmediate);
  const report = await search(QUERY, 5000, forever);
  assert.equal(slow.calls, 3);
  assert.match(
    report.trail[0]?.cause ?? '',
    /^engine_a: skipped for another 2 s: no answer within \d+ ms, while another/,
  );
  assert.deepEqual(statuses(report), [
    ['engine_a', 'skipped'],
    ['engine_b', 'ok'],
  ]);
});

test('gives a slot all the remaining time if those after it are suspended', async () => {
  const broken = says(failed('configuration', 'no'));
  const slots = slotsOf([answersAfter(1), broken], 10_000);
  await slots[1]?.breaker.run(() => broken.search(QUERY, forever));
  const [first] = slots;
  assert.ok(first !== undefined);
  const slow = { ...first, backend: hangs() };
  const report = await failover([slow, ...slots.slice(1)], { hedge: true })(QUERY, 1000, forever);
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
    { hedge: true },
  );
  await search(QUERY, 5000, forever);
  const { outcome, trail } = await search(QUERY, 5000, forever);
  const calls = () => backends.map((backend) => backend.calls);
  assert.deepEqual(calls(), [2, 1, 1]);
  assert.deepEqual(
    trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', 'engine_a: no JSON'],
      ['skipped', 'engine_b: skipped for another 5 min: captcha'],
      ['skipped', 'engine_c: skipped for another 10 min: no such path'],
    ],
  );
  assert.ok(outcome.status === 'failed');
  assert.equal(
    outcome.cause,
    'engine_a: no JSON; engine_b: skipped for another 5 min: captcha; engine_c: skipped for ' +
      'another 10 min: no such path',
  );
  await search(QUERY, 5000, forever);
  await search(QUERY, 5000, forever);
  assert.deepEqual(calls(), [3, 1, 2], 'never the one that refused us');
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
  await assert.rejects(
    failover(slots, { hedge: true })(QUERY, 60_000, caller.signal),
    (error) => error === left,
  );
  assert.deepEqual([slow.aborted, beside.aborted], [1, 1]);
  assert.deepEqual(
    slots.map(({ breaker, lastCall }) => [breaker.state, lastCall]),
    [
      ['closed', null],
      ['closed', null],
    ],
  );
});

test('a slot that is only tried again has at most half of its time if another slot follows', async () => {
  let nowMs = 0;
  const slow = hangs();
  const slots = slotsOf([slow, says(HITS)], 60, () => nowMs);
  for (let i = 0; i < 3; i++) await slots[0]?.breaker.run(async () => failed('timeout', 'slow'));
  nowMs = 2000;
  const report = await failover(slots, { hedge: false })(QUERY, 5000, forever);
  assert.equal(slow.calls, 1);
  assert.deepEqual(
    report.trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', 'engine_a: no answer within 30 ms'],
      ['ok', ''],
    ],
  );
});

test('a slot that is probed is not overtaken, so that a slot that became slower can recover', async () => {
  let nowMs = 0;
  const slots = slotsOf([answersAfter(150), says(HITS)], 60_000, () => nowMs);
  const [slower] = slots;
  // The slot was quick for a long time and then timed out three times. If it were not being probed, the next
  // slot would start in parallel after 100 ms.
  for (let i = 0; i < 20; i++) slower?.latency.add(1);
  for (let i = 0; i < 3; i++) await slower?.breaker.run(async () => failed('timeout', 'slow'));
  nowMs = 2000;
  const report = await failover(slots, { hedge: true })(QUERY, 60_000, forever);
  assert.deepEqual(statuses(report), [['engine_a', 'ok']]);
  assert.equal(slower?.breaker.state, 'closed');
});

test('a question that no slot served goes once more to a slot whose failure may have passed', async () => {
  const [healthy, limited, broken] = [says(HITS), says(HITS), says(failed('network', 'reset'))];
  const slots = slotsOf([limited, healthy, broken], 1000);
  await slots[0]?.breaker.run(async () => failed('rate', 'too often'));
  for (let i = 0; i < 3; i++) await slots[1]?.breaker.run(async () => failed('upstream', 'status 500'));
  const report = await failover(slots, { hedge: false })(QUERY, 5000, forever);
  assert.deepEqual(statuses(report), [
    ['engine_a', 'skipped'],
    ['engine_b', 'ok'],
    ['engine_c', 'failed'],
  ]);
  assert.deepEqual([limited.calls, healthy.calls, broken.calls], [0, 1, 1]);
});

test('a burst onto a hanging slot does not wait for its time limit if the next finds nothing', async () => {
  const [hanging, other] = [hangs(), says({ status: 'empty' })];
  const slots = quickSlotsOf([hanging, other]);
  const search = failover(slots, { hedge: true });
  const reports = await Promise.all(Array.from({ length: 50 }, () => search(QUERY, 120_000, forever)));
  assert.ok(
    reports.every(({ trail }) => (trail[0]?.tookMs ?? 0) < 60_000),
    'the time of the slot is a minute',
  );
  assert.ok(reports.every(({ outcome }) => outcome.status === 'empty'));
  assert.equal(other.calls, 50, 'each question asked it once');
  assert.equal(hanging.aborted, 50);
});

test('one question waits for a slow slot if the next finds nothing, whatever its record', async () => {
  const slow = answersAfter(1300);
  const slots = quickSlotsOf([slow, says({ status: 'empty' })]);
  const report = await failover(slots, { hedge: true })(QUERY, 60_000, forever);
  assert.deepEqual(statuses(report), [
    ['engine_a', 'ok'],
    ['engine_b', 'empty'],
  ]);
  assert.equal(slots[0]?.breaker.state, 'closed');
});
