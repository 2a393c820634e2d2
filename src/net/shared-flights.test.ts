import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import { createSharedFlights } from './shared-flights.ts';

const forever = new AbortController().signal;

/** Work that continues until the test ends it, with the signals it was started with. */
function work() {
  const signals: AbortSignal[] = [];
  const ends: ((result: string) => void)[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((resolve) => ends.push(resolve));
  };
  return { start, signals, ends };
}

test('a caller who leaves is released at once with the reason, and the work goes on for others', async () => {
  const join = createSharedFlights<string>();
  const { start, signals, ends } = work();
  const leaver = new AbortController();
  const reason = new Failure('stopping', 'Enough.');
  const left = assert.rejects(join('k', start, leaver.signal), (error) => error === reason);
  const other = join('k', start, forever);
  leaver.abort(reason);
  await left;
  assert.equal(signals[0]?.aborted, false);
  const late = join('k', start, forever);
  ends[0]?.('done');
  assert.deepEqual(await Promise.all([other, late]), ['done', 'done']);
  assert.equal(signals.length, 1);
});

test('the last caller who leaves stops the work, and the next one starts it anew', async () => {
  const join = createSharedFlights<string>();
  const { start, signals, ends } = work();
  const leaver = new AbortController();
  const left = assert.rejects(join('k', start, leaver.signal));
  leaver.abort();
  await left;
  assert.equal(signals[0]?.aborted, true);
  const again = join('k', start, forever);
  assert.equal(signals.length, 2);
  ends[1]?.('new');
  assert.equal(await again, 'new');
});

test('work for another key, and work after the first has ended, is done for itself', async () => {
  const join = createSharedFlights<string>();
  const { start, signals, ends } = work();
  const [one, other] = [join('a', start, forever), join('b', start, forever)];
  assert.equal(signals.length, 2);
  ends[0]?.('a');
  ends[1]?.('b');
  assert.deepEqual(await Promise.all([one, other]), ['a', 'b']);
  const later = join('a', start, forever);
  assert.equal(signals.length, 3);
  ends[2]?.('c');
  assert.equal(await later, 'c');
});

test('a caller who left before the work begins starts nothing', async () => {
  const { start, signals } = work();
  await assert.rejects(createSharedFlights<string>()('k', start, AbortSignal.abort()));
  assert.equal(signals.length, 0);
});
