import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { abortReason, sleep } from '../core/deadline.ts';
import type { SearchReport } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { failover, searchAll } from './failover.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './search.ts';
import { type TrackedSlot, track } from './slot.ts';

const forever = new AbortController().signal;
assertNothingListens(forever);
const HEDGED = { hedge: true };
const PLAIN = { hedge: false };
const QUERY = { text: 'x', limit: 4, scope: ANY_SCOPE };
const EMPTY: SearchOutcome = { status: 'empty' };
const HIT = { url: 'https://example.org/', title: 'T', snippet: '' };
const HITS = found([HIT]);
const ENGINES = [1, 2, 3] as const;

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
/** Never answers, even if its signal aborts. */
const isDeaf = () => counted(() => new Promise(() => undefined));
const hangs = () =>
  counted(
    (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(abortReason(signal)))),
  );

function slotsOf(backends: readonly SearchBackend[], timeoutMs = 1_000, now = () => 0): TrackedSlot[] {
  return backends.map((backend, i) => {
    const position = ENGINES[i] ?? 1;
    return track({ position, name: `${position}`, label: '', backend, timeoutMs }, now);
  });
}

/** One search over these back-ends without hedging. */
const searchOver = (backends: readonly SearchBackend[], slotMs = 1_000, timeoutMs = 5_000) =>
  failover(slotsOf(backends, slotMs), PLAIN)({ ...QUERY, timeoutMs }, forever);
const statuses = ({ trail }: SearchReport) => trail.map(({ slot, status }) => [slot, status]);

test('uses the first slot with results and asks no other', async () => {
  const other = says(HITS);
  const report = await searchOver([says(HITS), other]);
  assert.deepEqual([report.outcome, report.hits], [{ status: 'ok' }, [{ ...HIT, slot: 1 }]]);
  assert.equal(report.slot, 1);
  assert.deepEqual(
    report.trail.map(({ slot, status, cause }) => [slot, status, cause]),
    [[1, 'ok', '']],
  );
  assert.equal(other.calls, 0);
});

test('asks the next slot after a failure or an empty result', async () => {
  const report = await searchOver([says(failed('rate', 'too often')), says(EMPTY), says(HITS)]);
  assert.equal(report.slot, 3);
  assert.deepEqual(
    report.trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', '1: too often'],
      ['empty', ''],
      ['ok', ''],
    ],
  );
});

test('is empty if one slot found nothing, whatever the others did', async () => {
  const report = await searchOver([says(failed('network', 'connection refused')), says(EMPTY)]);
  assert.deepEqual(report.outcome, EMPTY);
  assert.equal(report.slot, null);
});

test('names each slot and its cause if all fail, and the earliest time to try again', async () => {
  const report = await searchOver([
    says(failed('network', 'connection refused')),
    says(failed('rate', 'too often', 9_000)),
    says(failed('rate', 'too often', 5_000)),
  ]);
  const cause = '1: connection refused; 2: too often; 3: too often';
  assert.deepEqual(report.outcome, { status: 'failed', cause, retryAfterMs: 5_000 });
  assert.equal(report.slot, null);
});

test('a slot that refused us or asked for a wait is not asked earlier, even if it is alone', async () => {
  for (const refusal of [
    failed('rate', 'too often'),
    failed('blocked', 'captcha'),
    failed('upstream', 'it reports an error (503)', 30_000),
  ]) {
    const refusing = says(refusal);
    const slots = slotsOf([refusing]);
    await failover(slots, PLAIN)({ ...QUERY, timeoutMs: 5_000 }, forever);
    const { outcome, trail } = await failover(slots, PLAIN)({ ...QUERY, timeoutMs: 5_000 }, forever);
    assert.equal(refusing.calls, 1, refusal.reason);
    assert.equal(trail[0]?.status, 'skipped');
    assert.ok(outcome.status === 'failed' && (outcome.retryAfterMs ?? 0) > 0, 'it says when to try again');
  }
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
  const slots = slotsOf([noting(EMPTY), noting(HITS)], 60_000);
  await failover(slots, PLAIN)({ ...QUERY, timeoutMs: 40_000 }, forever);
  const [first = Number.NaN, last = Number.NaN] = left;
  assert.ok(first <= 20_000 && first > 10_000, `half of the time before another slot: ${first}`);
  assert.ok(last <= 40_000 && last > 20_000, `all of the rest for the last one: ${last}`);
});

const throws: SearchBackend = {
  sends: SENDS_NOTHING,
  search() {
    throw new TypeError('secret detail');
  },
};

test('counts a slot that throws or hangs as failed and reveals no details', async () => {
  const report = await searchOver([throws, isDeaf(), hangs()], 30);
  assert.deepEqual(
    report.trail.map(({ status, cause }) => [status, cause]),
    [
      ['failed', '1: unexpected error (TypeError)'],
      ['failed', '2: no answer within 30 ms'],
      ['failed', '3: no answer within 30 ms'],
    ],
  );
  assert.ok(report.outcome.status === 'failed' && !report.outcome.cause.includes('secret'));
});

test('gives a slot half of the remaining time, and the last one all of it', async (t) => {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isOver = false;
  const searching = searchOver([isDeaf(), isDeaf(), isDeaf()], 10_000, 400).finally(() => {
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
  for (const backend of [isDeaf(), hangs()]) {
    const caller = new AbortController();
    const left = new Failure('cancelled', 'Gone.');
    const search = failover(slotsOf([backend, says(HITS)]), PLAIN)(
      { ...QUERY, timeoutMs: 5_000 },
      caller.signal,
    );
    setTimeout(() => caller.abort(left), 10);
    await assert.rejects(search, (error) => error === left);
  }
  const gone = AbortSignal.abort();
  await assert.rejects(failover(slotsOf([says(HITS)]), PLAIN)({ ...QUERY, timeoutMs: 5_000 }, gone), {
    code: 'cancelled',
  });
});

test('says how to configure a slot if there is none', async () => {
  const { outcome } = await searchOver([]);
  const cause = 'no search back-end is configured: set SEARCH_PRIMARY_URL';
  assert.deepEqual(outcome, { status: 'failed', cause });
});

/**
 * Slots known to be quick: if one does not reply, the next starts beside it after 200 ms. Its call goes on until its time
 * limit, and so does the process of the tests.
 */
function quickSlotsOf(backends: readonly SearchBackend[], timeoutMs = 2_000): TrackedSlot[] {
  return slotsOf(backends, timeoutMs).map((slot) => ({ ...slot, usualMs: 1 }));
}

const search = (slots: readonly TrackedSlot[], hedge = true) =>
  failover(slots, { hedge })({ ...QUERY, timeoutMs: 60_000 }, forever);

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

test('a slot has twice its usual time, at least 200 ms and at most half of its time limit', async () => {
  for (const [usualMs, timeoutMs, expectedMs] of [
    [1, 2_000, 200],
    [150, 2_000, 300],
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
  for (let question = 0; question < 4; question++) {
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
  assert.equal(other.calls, 4);
  assert.equal(slots[0]?.suspension.state, 'open');
});

test('a slot has all the remaining time if those after it are suspended', async () => {
  const [first, second] = slotsOf([hangs(), says(HITS)], 10_000);
  assert.ok(first !== undefined && second !== undefined);
  await second.suspension.run(async () => failed('configuration', 'no'));
  const report = await failover([first, second], HEDGED)({ ...QUERY, timeoutMs: 1000 }, forever);
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
  await search({ ...QUERY, timeoutMs: 5000 }, forever);
  const { outcome, trail } = await search({ ...QUERY, timeoutMs: 5000 }, forever);
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
  await search({ ...QUERY, timeoutMs: 5000 }, forever);
  await search({ ...QUERY, timeoutMs: 5000 }, forever);
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
  await assert.rejects(
    failover(slots, HEDGED)({ ...QUERY, timeoutMs: 60_000 }, caller.signal),
    (error) => error === left,
  );
  assert.deepEqual([slow.aborted, beside.aborted], [1, 1]);
  assert.deepEqual(
    slots.map(({ suspension, lastCall }) => [suspension.state, lastCall]),
    [
      ['closed', null],
      ['closed', null],
    ],
  );
});

const hitsOf = (host: string, count = 4): SearchOutcome => ({
  status: 'ok',
  hits: Array.from({ length: count }, (_, at) => ({
    ...{ url: `https://${host}.test/${at}`, title: `${host} ${at}`, snippet: `${host} says ${at}` },
  })),
});

type Search = SearchBackend['search'];
type Place = { readonly search: Search; readonly isDocuments?: true } | null;
const web = (outcome: SearchOutcome): Place => ({ search: async () => outcome });
const documents = (outcome: SearchOutcome): Place => ({ search: async () => outcome, isDocuments: true });

function searchPlaces(places: readonly Place[], signal = forever) {
  const slots = places.flatMap((place, at) => {
    if (place === null) return [];
    const position = ENGINES[at] ?? 1;
    const own = { name: 'own', sampleWord: async () => null, find: async () => null };
    return track({
      ...{ position, name: `${position}`, label: '', timeoutMs: 60_000 },
      backend: { sends: SENDS_NOTHING, search: place.search },
      ...(place.isDocuments && { documents: own }),
    });
  });
  return searchAll(slots, { hedge: true })({ ...QUERY, timeoutMs: 60_000 }, signal);
}

async function told(places: readonly Place[]) {
  const { outcome, hits, slot, trail } = await searchPlaces(places);
  const urls = hits.map(({ url }) => url.slice(8));
  return [outcome.status, slot, urls.join(' '), trail.map((one) => `${one.slot} ${one.status}`).join(' ')];
}

test('documents after the first slot are searched for every question, in turns with the web', async () => {
  for (const [places, expected] of [
    [
      [web(hitsOf('web')), documents(hitsOf('own')), web(hitsOf('wiki'))],
      ['ok', 'web.test/0 own.test/0 web.test/1 own.test/1', '1 ok 2 ok'],
    ],
    [
      [web(hitsOf('web')), web(EMPTY), documents(hitsOf('own', 1))],
      ['ok', 'web.test/0 own.test/0 web.test/1 web.test/2', '1 ok 3 ok'],
    ],
    [
      [null, documents(hitsOf('own', 1)), web(hitsOf('wiki', 1))],
      ['ok', 'wiki.test/0 own.test/0', '2 ok 3 ok'],
    ],
  ] as const) {
    const [status, , ...others] = await told(places);
    assert.deepEqual([status, ...others], expected);
  }
});

test('documents in the first slot come first, and what they answer is sent nowhere else', async () => {
  const asked: string[] = [];
  const search: Search = async () => {
    asked.push('web');
    return hitsOf('web');
  };
  await told([documents(hitsOf('own')), { search }]);
  assert.deepEqual(asked, []);
  const report = await told([documents(EMPTY), { search }]);
  assert.deepEqual(report, [...['ok', 2, 'web.test/0 web.test/1 web.test/2 web.test/3', '1 empty 2 ok']]);
});

test('documents that fail or have nothing do not harm the web, and the web does not harm them', async () => {
  const down = failed('network', 'connection refused', 9_000);
  for (const nothing of [EMPTY, down]) {
    const { status } = nothing;
    const onWeb = ['ok', 1, 'web.test/0', `1 ok 2 ${status}`];
    assert.deepEqual(await told([web(hitsOf('web', 1)), documents(nothing)]), onWeb);
    const inDocuments = ['ok', 2, 'own.test/0', `1 ${status} 2 ok`];
    assert.deepEqual(await told([web(nothing), documents(hitsOf('own', 1))]), inDocuments);
  }
  assert.equal((await told([web(down), documents(EMPTY)]))[0], 'empty');
  const { outcome } = await searchPlaces([web(down), documents(failed('upstream', 'no index'))]);
  assert.deepEqual(outcome, {
    ...{ status: 'failed', retryAfterMs: 9_000 },
    cause: '1: connection refused; 2: no index',
  });
});

test('both are asked at the same time, and the slot that had results first is named', async () => {
  const asked = Promise.withResolvers<void>();
  const slow: Search = async () => {
    // Never resolves unless the other search runs meanwhile.
    await asked.promise;
    return hitsOf('web');
  };
  const quick: Search = async () => {
    asked.resolve();
    return hitsOf('own');
  };
  const [status, engine] = await told([{ search: slow }, { search: quick, isDocuments: true }]);
  assert.deepEqual([status, engine], ['ok', 2]);
});
