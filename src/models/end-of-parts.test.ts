import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until, untilSettled } from '../../test/support/until.ts';
import type { ModelPart } from './language-model.ts';
import { type LineReader, readStreamedParts } from './streamed-parts.ts';

/** Reads each line as text; `done` completes the answer, and after `last`, only token counts may follow. */
function lineReader(): LineReader {
  let complete: LineReader['complete'] = 'no';
  return {
    read(line) {
      if (line === 'done') complete = 'yes';
      else if (line === 'last') complete = 'except counts';
      else if (line !== '') return [{ type: 'text-delta', delta: line }];
      return [];
    },
    end: () => [{ type: 'finish' }],
    get complete() {
      return complete;
    },
  };
}

/** A body that sends these lines and then stays open until it gets more lines or is cancelled. */
function openBody(...lines: readonly string[]) {
  const seen = { cancelled: false };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      for (const line of lines) given.enqueue(new TextEncoder().encode(`${line}\n`));
    },
    cancel() {
      seen.cancelled = true;
    },
  });
  return { body, seen, control: () => controller ?? assert.fail('not started') };
}

const collect = async (parts: ReadableStream<ModelPart>) => {
  const all: string[] = [];
  for await (const { type, delta } of parts) all.push(delta ?? type);
  return all;
};

test('a body that stays open after a whole answer is given a second, then it is cancelled', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, seen } = openBody('a', 'done');
  assert.deepEqual(await collect(readStreamedParts(body, lineReader())), ['a', 'finish']);
  t.mock.timers.tick(999);
  await untilSettled();
  assert.equal(seen.cancelled, false);
  t.mock.timers.tick(1);
  await until(() => seen.cancelled);
});

test('a body that ends by itself after a whole answer is read to its end, and not cancelled', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, seen, control } = openBody('a', 'done');
  assert.deepEqual(await collect(readStreamedParts(body, lineReader())), ['a', 'finish']);
  control().enqueue(new TextEncoder().encode('more\n'));
  control().close();
  await untilSettled();
  t.mock.timers.tick(10_000);
  await untilSettled();
  assert.equal(seen.cancelled, false);
});

test('an answer that lacks only its counts waits for them for a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, seen } = openBody('a', 'last');
  const reader = readStreamedParts(body, lineReader()).getReader();
  assert.deepEqual(await reader.read(), { done: false, value: { type: 'text-delta', delta: 'a' } });
  const next = reader.read();
  await untilSettled();
  t.mock.timers.tick(999);
  await untilSettled();
  assert.equal(seen.cancelled, false);
  t.mock.timers.tick(1);
  assert.deepEqual(await next, { done: false, value: { type: 'finish' } });
  assert.equal((await reader.read()).done, true);
  assert.equal(seen.cancelled, true);
});

test('a connection that is dropped where only counts are missing has sent the whole answer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { body, control } = openBody('a', 'last');
  const reading = collect(readStreamedParts(body, lineReader()));
  await untilSettled();
  control().error(new Error('reset'));
  assert.deepEqual(await reading, ['a', 'finish']);
});

test('a reader who stops reading the parts cancels the body', async () => {
  const { body, seen } = openBody('a');
  const reader = readStreamedParts(body, lineReader()).getReader();
  await reader.read();
  await reader.cancel();
  assert.equal(seen.cancelled, true);
});

test('a line that cannot be read cancels the body', async () => {
  const { body, seen } = openBody('a');
  const failing = { ...lineReader(), read: () => assert.fail('not of the protocol') };
  await assert.rejects(collect(readStreamedParts(body, failing)), /not of the protocol/);
  assert.equal(seen.cancelled, true);
});
