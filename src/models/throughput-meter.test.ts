import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { estimateTokens } from '@sayso/text/tokens.ts';
import { ThroughputMeter } from './throughput-meter.ts';

const words = (count: number, word = 'word') => `${word} `.repeat(count).trim();
const times = (readMs: number, writeMs: number, readShare?: number) => ({
  times: { readMs, writeMs, readShare },
});

test('the speed comes from the times that the server reports, in our tokens', () => {
  const meter = new ThroughputMeter();
  assert.deepEqual([meter.readTokensPerSecond, meter.writtenTokensPerSecond], [null, null]);
  const prompt = words(500);
  const clock = meter.start(prompt);
  clock.receive();
  clock.end(30, times(5000, 3000));
  assert.equal(meter.readTokensPerSecond, estimateTokens(prompt) / 5);
  assert.equal(meter.writtenTokensPerSecond, 10);
});

test('what is in the cache of the server does not count as read', () => {
  const told = new ThroughputMeter();
  const first = told.start(words(400));
  first.receive();
  first.end(0, times(1000, 0, 0.25));
  assert.equal(told.readTokensPerSecond, 0.25 * estimateTokens(words(400)));

  const guessed = new ThroughputMeter();
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
  const meter = new ThroughputMeter();
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
  const meter = new ThroughputMeter();
  meter.start(words(500)).end(0);
  const short = meter.start('Say yes.');
  short.receive();
  short.end(1, times(100, 100));
  assert.deepEqual([meter.readTokensPerSecond, meter.writtenTokensPerSecond], [null, null]);
  assert.ok(!meter.hasRead('word'));
});

test('only the first end of a call counts', () => {
  const meter = new ThroughputMeter();
  const clock = meter.start(words(100));
  clock.receive();
  clock.end(100, times(1000, 1000));
  clock.end(100, times(1, 1));
  assert.equal(meter.writtenTokensPerSecond, 100);
});

test('the time in which a server hangs after its last token is not time of writing', async () => {
  const meter = new ThroughputMeter();
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

test('a prompt of which the server counts less than half was cut, and the window is no larger than that', () => {
  const cuts: object[] = [];
  const meter = new ThroughputMeter((cut) => cuts.push(cut));
  const ask = (prompt: string, promptTokens: number) => {
    const clock = meter.start(prompt);
    clock.receive();
    return clock.end(20, { promptTokens });
  };
  assert.equal(ask(words(4000), 3900), null);
  assert.equal(ask(words(4000, 'wort'), 2500), null, 'another tokenizer');
  assert.equal(ask(words(900, 'a'), 300), null, 'too short to say');
  assert.equal(ask(words(4000, 'b'), 0), null, 'no count');
  assert.equal(ask(words(4000, 'c'), 12), null, 'no real count');
  assert.equal(ask(words(4000, 'c') + words(900, 'd'), 1000), null, 'the rest was in the cache');
  assert.equal(meter.windowTokens, null);
  const sentTokens = estimateTokens(words(5000, 'e'));
  assert.deepEqual(ask(words(5000, 'e'), 1026), { sentTokens, readTokens: 1026 });
  assert.equal(meter.windowTokens, 1026);
  meter.reportedWindow = 8192;
  assert.equal(meter.windowTokens, 1026, 'what was seen counts, whatever the server reports');
  ask(words(5000, 'f'), 1026);
  assert.deepEqual(cuts, [{ sentTokens, readTokens: 1026 }], 'told once');
});

test('a reply that ends after a few tokens for want of room, or an error, shows the window', () => {
  const full = new ThroughputMeter();
  full.start(words(3000)).end(20, { promptTokens: 3000, isFull: true });
  assert.equal(full.windowTokens, 3020);
  const long = new ThroughputMeter();
  long.start(words(3000)).end(500, { promptTokens: 3000, isFull: true });
  assert.equal(long.windowTokens, null);
  long.noteTooLong(4000);
  assert.equal(long.windowTokens, 3000);
});
