import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchEngine } from '../core/attempt.ts';
import type { Hit } from '../core/source.ts';
import { failed, found, type SearchOutcome } from './backend.ts';
import { mergeHits } from './merge-hits.ts';
import type { SlotResult } from './running-attempt.ts';
import { hitsOf, listsOf, reportOf } from './search-report.ts';
import type { TrackedSlot } from './tracked-slot.ts';

const slotOf = (engine: SearchEngine, name: string) => ({ engine, name }) as unknown as TrackedSlot;
const [a, b, c] = [
  slotOf('engine_a', 'primary'),
  slotOf('engine_b', 'secondary'),
  slotOf('engine_c', 'tertiary'),
];
const slots = [a, b, c];
const hit = (name: string): Hit => ({
  url: `https://${name}.example/`,
  title: name,
  snippet: `About ${name}.`,
});
const result = (slot: TrackedSlot, outcome: SearchOutcome, more: Partial<SlotResult> = {}): SlotResult => ({
  slot,
  status: outcome.status,
  outcome,
  tookMs: 5,
  ...more,
});
const failure = (retryAfterMs?: number) =>
  failed('upstream', { cause: 'status 500', address: 'http://10.0.0.1' }, retryAfterMs);

test('the first slot with results wins, and the others add what is new, up to the limit', () => {
  const asked = [result(c, found([hit('x'), hit('y')])), result(a, found([hit('y'), hit('z')]))];
  const report = reportOf(slots, asked, 10);
  assert.equal(report.engine, 'engine_c');
  assert.ok(report.outcome.status === 'ok');
  assert.deepEqual(
    report.outcome.hits.map(({ title, engine }) => `${title} ${engine}`),
    ['x engine_c', 'y engine_c', 'z engine_a'],
  );
  assert.equal(hitsOf(asked, 2).length, 2);
  assert.deepEqual(hitsOf([], 2), []);
  assert.equal(hitsOf([result(a, found([hit('x'), hit('y'), hit('z')]))], 2).length, 3);
  assert.deepEqual(listsOf([result(a, { status: 'empty' }), result(b, failure())]), []);
  assert.deepEqual(mergeHits([[hit('x'), { ...hit('x'), url: 'https://x.example/#part' }]], 9).length, 1);
});

test('a hint is passed on only from a slot that answered alone', () => {
  const hinted = result(a, { status: 'ok', hits: [hit('x')], hint: 'do this' });
  const hintOf = (...asked: readonly SlotResult[]) => {
    const { outcome } = reportOf(slots, asked, 9);
    return outcome.status === 'ok' ? outcome.hint : 'no results';
  };
  assert.equal(hintOf(hinted, result(b, failure())), 'do this');
  assert.equal(hintOf(hinted, result(b, found([hit('y')]))), undefined);
  assert.equal(hintOf(result(b, found([hit('y')]))), undefined);
  const { outcome } = reportOf(slots, [result(b, found([hit('y')]))], 9);
  assert.ok(!('hint' in outcome));
});

test('without results the outcome is that of all slots: empty before failed, causes in order', () => {
  const empty: SearchOutcome = { status: 'empty' };
  assert.deepEqual(reportOf(slots, [result(b, failure()), result(a, empty)], 9).outcome, empty);
  assert.equal(reportOf(slots, [result(a, empty)], 9).engine, 'none');
  const timeout = failed('timeout', 'no answer', 9000);
  assert.deepEqual(
    reportOf(slots, [result(b, failure(4000)), result(a, timeout), result(c, failure())], 9).outcome,
    {
      status: 'failed',
      reason: 'timeout',
      cause: 'primary: no answer; secondary: status 500; tertiary: status 500',
      retryAfterMs: 4000,
    },
  );
  assert.deepEqual(
    reportOf(slots, [result(a, failure())], 9).outcome,
    failed('upstream', 'primary: status 500'),
  );
  assert.deepEqual(reportOf(slots, [], 9).outcome, failed('timeout', 'no time was left to search'));
  assert.deepEqual(
    reportOf([], [], 9).outcome,
    failed('configuration', 'no search back-end is configured: set SEARCH_PRIMARY_URL'),
  );
});

test('the trail is in the order of the slots, with causes only of those that failed themselves', () => {
  const { trail } = reportOf(
    slots,
    [
      result(c, found([hit('x')]), { ignored: ['country'] }),
      result(b, failure(), { status: 'overtaken' }),
      result(a, failure(), { status: 'skipped', tookMs: 0, ignored: [] }),
    ],
    9,
  );
  assert.deepEqual(trail, [
    { engine: 'engine_a', status: 'skipped', cause: 'primary: status 500', reason: 'upstream', tookMs: 0 },
    { engine: 'engine_b', status: 'overtaken', cause: '', tookMs: 5 },
    { engine: 'engine_c', status: 'ok', cause: '', tookMs: 5, ignored: ['country'] },
  ]);
});
