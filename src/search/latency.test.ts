import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLatency } from './latency.ts';

test('knows no percentile before it has seen twenty calls', () => {
  const latency = createLatency();
  for (let i = 0; i < 19; i++) latency.add(10);
  assert.equal(latency.percentile95Ms(), null);
  latency.add(10);
  assert.equal(latency.percentile95Ms(), 10);
});

test('is the time that 95 of 100 calls keep, in whatever order they came', () => {
  const latency = createLatency();
  for (let i = 0; i < 100; i++) latency.add(((i * 37) % 100) + 1);
  assert.equal(latency.percentile95Ms(), 95);
});

test('forgets what is more than a hundred calls ago', () => {
  const latency = createLatency();
  for (let i = 0; i < 100; i++) latency.add(5000);
  for (let i = 0; i < 94; i++) latency.add(20);
  assert.equal(latency.percentile95Ms(), 5000);
  latency.add(20);
  assert.equal(latency.percentile95Ms(), 20);
});
