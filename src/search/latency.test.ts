import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLatency } from './tracked-slot.ts';

test('has no percentile before twenty calls', () => {
  const latency = createLatency();
  for (let i = 0; i < 19; i++) latency.add(10);
  assert.equal(latency.percentile95Ms(), null);
  latency.add(10);
  assert.equal(latency.percentile95Ms(), 10);
});

test('is the 95th percentile, in whatever order the calls came', () => {
  const latency = createLatency();
  for (let i = 0; i < 100; i++) latency.add(((i * 37) % 100) + 1);
  assert.equal(latency.percentile95Ms(), 95);
});

test('forgets calls older than the last hundred', () => {
  const latency = createLatency();
  for (let i = 0; i < 100; i++) latency.add(5000);
  for (let i = 0; i < 94; i++) latency.add(20);
  assert.equal(latency.percentile95Ms(), 5000);
  latency.add(20);
  assert.equal(latency.percentile95Ms(), 20);
});
