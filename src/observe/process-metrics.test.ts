import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import type { Metrics } from './metrics.ts';
import type { ProcessLoad } from './process-load.ts';
import { fileHandles, readProcess } from './process-metrics.ts';

type Read = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** The metrics of a process under a given load, as a scrape shows them. */
function scrape(shortOf: 'time' | 'memory' | null): Record<string, readonly Read[]> {
  const reads: Record<string, readonly Read[]> = {};
  const metrics = {
    read: (key: string, read: () => readonly Read[]) => Object.assign(reads, { [key]: read() }),
  } as unknown as Metrics;
  const load = {
    last: { meanDelayMs: 20, maxDelayMs: 500, utilization: 0.25 },
    shortOf,
  } as unknown as ProcessLoad;
  readProcess(metrics, load, '1.2.3');
  return reads;
}

test('delays and times are reported in seconds, and memory in bytes', () => {
  const reads = scrape(null);
  const readOf = (key: string) => reads[key]?.[0]?.value ?? Number.NaN;
  assert.deepEqual(
    [readOf('loopDelay'), readOf('loopDelayMax'), readOf('loopUtilization')],
    [0.02, 0.5, 0.25],
  );
  const { user, system } = process.cpuUsage();
  assert.ok(readOf('cpuSeconds') > 0 && readOf('cpuSeconds') <= (user + system) / 1e6);
  assert.ok(readOf('cpuSeconds') > (user + system) / 2e6);
  const { open, limit } = fileHandles() ?? {};
  assert.deepEqual([reads.maxFiles?.[0]?.value], [limit]);
  assert.equal(reads.openFiles?.length, open === undefined ? 0 : 1);
  assert.ok(Math.abs(readOf('startTime') - performance.timeOrigin / 1000) < 1);
  assert.equal(readOf('heapLimit'), getHeapStatistics().heap_size_limit);
  assert.ok(readOf('heapUsed') > 1e6 && readOf('heapUsed') < readOf('heapLimit'));
  assert.ok(readOf('residentMemory') > 1e7);
  assert.deepEqual(reads.build, [{ labels: { version: '1.2.3', node_version: process.version }, value: 1 }]);
});

test('open files are those that Linux lists, and the limit is the soft one', {
  skip: process.platform !== 'linux',
}, () => {
  const { open, limit } = fileHandles() ?? {};
  // Listing them opens one more.
  assert.equal(open, readdirSync('/proc/self/fd').length - 1);
  const soft = execFileSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' }).trim();
  assert.equal(limit, soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft));
});

test('only the resource that the process is short of is reported', () => {
  const overloaded = (shortOf: 'time' | 'memory' | null) =>
    scrape(shortOf).overloaded?.map(({ labels, value }) => `${labels.resource} ${value}`);
  assert.deepEqual(overloaded(null), ['time 0', 'memory 0']);
  assert.deepEqual(overloaded('time'), ['time 1', 'memory 0']);
  assert.deepEqual(overloaded('memory'), ['time 0', 'memory 1']);
});

test('the time of the processor is that of the program and of the system together', (t) => {
  t.mock.method(process, 'cpuUsage', () => ({ user: 3_000_000, system: 500_000 }));
  assert.equal(scrape(null).cpuSeconds?.[0]?.value, 3.5);
});
