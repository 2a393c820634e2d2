import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortReason } from '../core/deadline.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './backend.ts';
import { failover } from './failover.ts';
import type { SearchReport } from './search.ts';
import { type TrackedSlot, track } from './tracked-slot.ts';

const forever = new AbortController().signal;
const QUERY = { text: 'x', limit: 5, scope: ANY_SCOPE };
const ENGINES = ['engine_a', 'engine_b', 'engine_c'] as const;

const pages = (...names: string[]) =>
  found(names.map((name) => ({ url: `https://${name}.test/`, title: name, snippet: '' })));

type Backend = SearchBackend & { calls: number; aborted: number };

/** A back-end that counts its calls. It answers once `mayAnswer` resolves, or never if it has no outcome. */
function backend(
  outcome: SearchOutcome | null,
  mayAnswer: () => Promise<void> = async () => undefined,
): Backend {
  return {
    calls: 0,
    aborted: 0,
    sends: SENDS_NOTHING,
    async search(_query, signal) {
      this.calls++;
      signal.addEventListener('abort', () => this.aborted++);
      await mayAnswer();
      if (outcome !== null) return outcome;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(abortReason(signal))));
    },
  };
}

/** Slots known to be quick: after 100 ms they count as slow. */
function slotsOf(...backends: readonly Backend[]): TrackedSlot[] {
  return backends.map((one, i) => {
    const engine = ENGINES[i] ?? 'none';
    const slot = track({
      engine,
      name: engine,
      label: engine,
      sharedName: engine,
      backend: one,
      timeoutMs: 60_000,
    });
    for (let call = 0; call < 20; call++) slot.latency.add(1);
    return slot;
  });
}

const search = (slots: readonly TrackedSlot[], hedge = true) =>
  failover(slots, { hedge })(QUERY, 60_000, forever);
const urls = ({ outcome }: SearchReport) =>
  outcome.status === 'ok' ? outcome.hits.map(({ url }) => new URL(url).hostname.replace('.test', '')) : [];
const statuses = ({ trail }: SearchReport) => trail.map(({ status }) => status);

test('the next slot adds to a single result, with each page once', async () => {
  const third = backend(pages('d'));
  const report = await search(slotsOf(backend(pages('b')), backend(pages('a', 'b', 'c')), third));
  assert.deepEqual(urls(report), ['b', 'a', 'c']);
  assert.equal(report.engine, 'engine_a');
  assert.deepEqual(statuses(report), ['ok', 'ok']);
  assert.equal(third.calls, 0, 'one more slot is enough');
});

test('asks no other slot if there are enough results or hedging is off', async () => {
  const other = backend(pages('z'));
  assert.deepEqual(urls(await search(slotsOf(backend(pages('a', 'b')), other))), ['a', 'b']);
  assert.deepEqual(urls(await search(slotsOf(backend(pages('a')), other), false)), ['a']);
  assert.equal(other.calls, 0);
});

test('returns the single result if the other slot fails or finds nothing', async () => {
  for (const outcome of [failed('upstream', 'broken'), { status: 'empty' } as const]) {
    const third = backend(pages('c'));
    assert.deepEqual(urls(await search(slotsOf(backend(pages('a')), backend(outcome), third))), ['a']);
    assert.equal(third.calls, 0);
  }
});

test('waits at most half a second for more, and no slot counts as failed', async () => {
  const hanging = backend(null);
  const [first, second] = slotsOf(backend(pages('a')), hanging);
  assert.ok(first !== undefined && second !== undefined);
  // Without the limit of half a second, a slot with such latencies would get ten seconds.
  for (let call = 0; call < 100; call++) second.latency.add(10_000);
  for (let question = 0; question < 3; question++) {
    const report = await search([first, second]);
    assert.deepEqual(urls(report), ['a']);
    assert.deepEqual(statuses(report), ['ok', 'overtaken']);
    assert.ok((report.trail[1]?.tookMs ?? 0) < 10_000);
  }
  await new Promise(setImmediate);
  assert.equal(hanging.aborted, 3);
  assert.deepEqual([second.breaker.state, second.lastCall], ['closed', null]);
});

test('adds results of a parallel slot if the slow one replies first with few', async () => {
  const besideIsAsked = Promise.withResolvers<void>();
  const slow = backend(pages('a'), () => besideIsAsked.promise);
  const beside = backend(pages('b', 'c'), async () => {
    besideIsAsked.resolve();
    // One turn of the event loop later, the slow slot has answered, and no timer has fired.
    await new Promise((resolve) => setImmediate(resolve));
  });
  const report = await search(slotsOf(slow, beside));
  assert.deepEqual(urls(report), ['a', 'b', 'c']);
  assert.equal(report.engine, 'engine_a');
});

test('does not wait for a slow slot if the parallel one found few results', async () => {
  const slow = backend(null);
  const third = backend(pages('c'));
  const report = await search(slotsOf(slow, backend(pages('b')), third));
  assert.deepEqual(urls(report), ['b']);
  assert.deepEqual(statuses(report), ['overtaken', 'ok']);
  assert.equal(third.calls, 0);
});

test('makes fewer than a tenth more calls, however few results there are', async () => {
  const other = backend(pages('b'));
  const searchMany = failover(slotsOf(backend(pages('a')), other), { hedge: true });
  for (let question = 0; question < 500; question++) await searchMany(QUERY, 60_000, forever);
  assert.ok(other.calls >= 50 && other.calls <= 55, String(other.calls));
});
