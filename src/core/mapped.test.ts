import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapped } from './mapped.ts';

async function* counting(closed: string[] = []): AsyncGenerator<number, string> {
  try {
    yield 1;
    yield 2;
    return 'all';
  } finally {
    closed.push('closed');
  }
}

test('each value is replaced, and the result stays the same', async () => {
  const ends: unknown[] = [];
  const doubled = mapped(
    counting(),
    (value) => value * 2,
    (ending) => ends.push(ending),
  );
  async function* delegating() {
    const result = yield* doubled;
    yield result;
  }
  assert.deepEqual(await Array.fromAsync<unknown>(delegating()), [2, 4, 'all']);
  assert.deepEqual(ends, [{ kind: 'done' }]);
});

test('leaving early closes the generator behind it and ends once', async () => {
  const closed: string[] = [];
  const ends: unknown[] = [];
  const same = mapped(
    counting(closed),
    (value) => value,
    (ending) => ends.push(ending),
  );
  for await (const value of same) if (value === 1) break;
  assert.deepEqual(await same.next(), { done: true, value: undefined });
  assert.deepEqual(closed, ['closed']);
  assert.deepEqual(ends, [{ kind: 'left' }]);
});

test('disposing of it waits until the generator behind it is closed', async () => {
  const closed: string[] = [];
  {
    await using same = mapped(
      (async function* () {
        try {
          yield 1;
        } finally {
          await new Promise((resolve) => setImmediate(resolve));
          closed.push('closed');
        }
      })(),
      (value) => value,
    );
    await same.next();
  }
  assert.deepEqual(closed, ['closed']);
});

test('what is thrown passes through and is told', async () => {
  const ends: unknown[] = [];
  const fault = new Error('no more');
  const failing = mapped(
    (async function* () {
      yield 1;
      throw fault;
    })(),
    (value) => value,
    (ending) => ends.push(ending),
  );
  await assert.rejects(Array.fromAsync(failing), fault);
  assert.deepEqual(ends, [{ kind: 'failed', thrown: fault }]);
});
