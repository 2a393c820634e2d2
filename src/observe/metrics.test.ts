import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics, unlabelled } from './metrics.ts';

/** The series of a scrape, without the help. */
const seriesOf = async (metrics: ReturnType<typeof createMetrics>) =>
  (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('a metric appears once it was counted, with its name, help, type and labels', async () => {
  const metrics = createMetrics();
  assert.deepEqual(await seriesOf(metrics), []);
  metrics.count('pages', { outcome: 'read', reason: '' });
  metrics.count('pages', { outcome: 'read', reason: '' }, 3);
  metrics.count('pages', { outcome: 'skipped', reason: 'status' }, 2);
  assert.deepEqual(await seriesOf(metrics), [
    'sayso_pages_total{outcome="read",reason=""} 4',
    'sayso_pages_total{outcome="skipped",reason="status"} 2',
  ]);
  const text = await metrics.text();
  assert.match(text, /^# HELP sayso_pages_total \S+/m);
  assert.match(text, /^# TYPE sayso_pages_total counter$/m);
  assert.match(metrics.contentType, /^text\/plain; version=0\.0\.4/);
});

test('what was observed falls into its buckets, counted and summed up', async () => {
  const metrics = createMetrics();
  metrics.observe('answerFirstText', {}, 0.2);
  metrics.observe('answerFirstText', {}, 4);
  assert.match(await metrics.text(), /^# TYPE sayso_\w+ histogram$/m);
  const series = await seriesOf(metrics);
  const shownFor = (end: string) => series.find((line) => line.includes(end))?.split(' ')[1];
  assert.deepEqual(
    ['le="0.1"', 'le="0.25"', 'le="3"', 'le="5"', 'le="+Inf"', '_sum', '_count'].map(shownFor),
    ['0', '1', '1', '2', '2', '4.2', '2'],
  );
});

test('a metric that is read is read anew at each scrape, without series that are gone', async () => {
  const metrics = createMetrics();
  let active = 1;
  let overloaded: readonly ('time' | 'memory')[] = ['time', 'memory'];
  metrics.read('activeRequests', () => unlabelled(active));
  metrics.read('cpuSeconds', () => unlabelled(active * 2));
  metrics.read('overloaded', () => overloaded.map((resource) => ({ labels: { resource }, value: 1 })));
  const names = async () => (await seriesOf(metrics)).map((line) => line.replace(/^sayso_/, ''));
  assert.match(await metrics.text(), /^# TYPE http_server_active_requests gauge$/m);
  assert.deepEqual(await names(), [
    'http_server_active_requests 1',
    'process_cpu_seconds_total 2',
    'strained{resource="time"} 1',
    'strained{resource="memory"} 1',
  ]);
  active = 5;
  overloaded = ['memory'];
  assert.deepEqual(await names(), [
    'http_server_active_requests 5',
    'process_cpu_seconds_total 10',
    'strained{resource="memory"} 1',
  ]);
  assert.match(await metrics.text(), /^# TYPE http_server_active_requests gauge$/m);
  assert.match(await metrics.text(), /^# TYPE process_cpu_seconds_total counter$/m);
});
