import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { createPaceMeter } from './throughput-meter.ts';

const words = (count: number, word = 'word') => `${word} `.repeat(count).trim();
const times = (readMs: number, writeMs: number, readShare?: number) => ({ readMs, writeMs, readShare });

test('the speed comes from the times that the server reports, in our tokens', () => {
  const meter = createPaceMeter();
  assert.deepEqual([meter.readTokensPerSecond, meter.writtenTokensPerSecond], [null, null]);
  const prompt = words(500);
  const clock = meter.start(prompt);
  clock.receive();
  clock.end(30, times(5000, 3000));
  assert.equal(meter.readTokensPerSecond, estimateTokens(prompt) / 5);
  assert.equal(meter.writtenTokensPerSecond, 10);
});

test('what is in the cache of the server does not count as read', () => {
  const told = createPaceMeter();
  const first = told.start(words(400));
  first.receive();
  first.end(0, times(1000, 0, 0.25));
  assert.equal(told.readTokensPerSecond, 0.25 * estimateTokens(words(400)));

  const guessed = createPaceMeter();
  for (const end of ['a', 'b']) {
    const clock = guessed.start(words(300) + words(100, end));
    clock.receive();
    const readMs = end === 'a' ? 4000 : 1000;
    clock.end(0, times(readMs, 0));
  }
  assert.ok(guessed.hasRead(words(300)));
  assert.ok(!guessed.hasRead(words(300, 'other')));
  assert.ok(Math.abs((guessed.readTokensPerSecond ?? 0) - 100) < 25, String(guessed.readTokensPerSecond));
});

test('the speed follows a machine that becomes slower', () => {
  const meter = createPaceMeter();
  const speeds = [100, 10, 10, 10, 10, 10].map((speed, at) => {
    const clock = meter.start(words(200, `w${at}`));
    clock.receive();
    clock.end(100, times(1000, 100_000 / speed));
    return meter.writtenTokensPerSecond ?? 0;
  });
  assert.equal(speeds[0], 100);
  assert.ok((speeds.at(-1) ?? 0) < 11, speeds.join(' '));
});

test('a call without a first token, a short prompt and a short reply say nothing about the speed', () => {
  const meter = createPaceMeter();
  meter.start(words(500)).end(0);
  const short = meter.start('Say yes.');
  short.receive();
  short.end(1, times(100, 100));
  assert.deepEqual([meter.readTokensPerSecond, meter.writtenTokensPerSecond], [null, null]);
  assert.ok(!meter.hasRead('word'));
});

test('only the first end of a call counts', () => {
  const meter = createPaceMeter();
  const clock = meter.start(words(100));
  clock.receive();
  clock.end(100, times(1000, 1000));
  clock.end(100, times(1, 1));
  assert.equal(meter.writtenTokensPerSecond, 100);
});

test('the time in which a server hangs after its last token is not time of writing', async () => {
  const meter = createPaceMeter();
  const clock = meter.start(words(100));
  const beforeMs = performance.now();
  clock.receive();
  await setTimeout(2);
  clock.receive();
  const writingMs = performance.now() - beforeMs;
  await setTimeout(100);
  clock.end(20);
  assert.ok((meter.writtenTokensPerSecond ?? 0) >= 20_000 / writingMs);
});
