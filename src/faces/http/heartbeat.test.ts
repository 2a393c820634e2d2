import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withHeartbeat } from './heartbeat.ts';

test('every frame is passed on in order', async () => {
  async function* frames() {
    yield 'a';
    yield 'b';
  }
  assert.deepEqual(await Array.fromAsync(withHeartbeat(frames(), 60_000)), ['a', 'b']);
});

test('a comment is sent while no frame comes', async () => {
  const silence = Promise.withResolvers<string>();
  async function* frames() {
    yield await silence.promise;
  }
  const told: string[] = [];
  for await (const frame of withHeartbeat(frames(), 1)) {
    told.push(frame);
    if (told.length === 2) silence.resolve('data');
  }
  assert.deepEqual(told.slice(0, 2), [': still here\n\n', ': still here\n\n']);
  assert.equal(told.at(-1), 'data');
});

test('it fails with its frames, and closes them when it is closed', async () => {
  let left = false;
  async function* failing(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('broken');
  }
  await assert.rejects(Array.fromAsync(withHeartbeat(failing(), 60_000)), /broken/);
  async function* endless() {
    try {
      while (true) yield 'a';
    } finally {
      left = true;
    }
  }
  for await (const _ of withHeartbeat(endless(), 60_000)) break;
  assert.ok(left);
});
