import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gatheredReads } from './streamed-parts.ts';

/** A stream that sends one letter every 5 ms and then ends or fails. */
function letters(text: string, error?: Error) {
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const letter of text) {
        controller.enqueue(Buffer.from(letter));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      if (error === undefined) controller.close();
      else controller.error(error);
    },
  });
  return stream.getReader();
}

/**
 * The reads of one stream as texts, while a given number of other streams are open. The clock of the timers
 * advances as soon as a timer is handled.
 */
async function readsOf(t: TestContext, text: string, others: number, error?: Error): Promise<string[]> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isOver = false;
  const time = passing(t, () => isOver);
  const crowd = Array.from({ length: others }, () => gatheredReads(letters('')));
  const reads = gatheredReads(letters(text, error));
  const told: string[] = [];
  try {
    for (let next = await reads.read(); !next.done; next = await reads.read())
      told.push(Buffer.from(next.value).toString());
  } catch (thrown) {
    told.push(thrown === error ? 'the error' : 'another error');
  } finally {
    for (const each of [...crowd, reads]) each.end();
    isOver = true;
    await time;
    t.mock.timers.reset();
  }
  return told;
}

/** Advances the clock by one millisecond in each turn of the event loop, until `isOver`. */
async function passing(t: TestContext, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    t.mock.timers.tick(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('with few open streams, reads are not gathered', async (t) => {
  assert.deepEqual(await readsOf(t, 'abcdef', 10), [...'abcdef']);
});

test('with many streams, the first read is passed on at once, later ones together, none lost', async (t) => {
  const told = await readsOf(t, 'abcdefghijklmnopqrst', 400);
  assert.equal(told[0], 'a');
  assert.ok(told.length < 8, told.join(' '));
  assert.equal(told.join(''), 'abcdefghijklmnopqrst');
});

test('an error comes after the data read before it', async (t) => {
  const told = await readsOf(t, 'abcdef', 400, new Error('cut'));
  assert.deepEqual([told.slice(0, -1).join(''), told.at(-1)], ['abcdef', 'the error']);
});

test('streams that have ended no longer count', async (t) => {
  await readsOf(t, 'ab', 400);
  assert.deepEqual(await readsOf(t, 'abc', 0), ['a', 'b', 'c']);
});

test('collected data are passed on when their time is up, although nothing more arrives', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const crowd = Array.from({ length: 400 }, () => gatheredReads(letters('')));
  const texts = ['a', 'b', 'c'];
  const silent = {
    read: async () => {
      const text = texts.shift();
      if (text === undefined) await new Promise(() => undefined);
      return { done: false, value: Buffer.from(text ?? '') } as const;
    },
  };
  const reads = gatheredReads(silent);
  assert.equal(Buffer.from((await reads.read()).value ?? []).toString(), 'a');
  let told = '';
  const second = reads.read().then(({ value }) => (told = Buffer.from(value ?? []).toString()));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  t.mock.timers.tick(59);
  await settle();
  assert.equal(told, '');
  t.mock.timers.tick(1);
  await second;
  assert.equal(told, 'bc');
  for (const each of [...crowd, reads]) each.end();
});

test('a stream that is ended twice counts as one', async (t) => {
  const others = Array.from({ length: 60 }, () => gatheredReads(letters('')));
  const twice = gatheredReads(letters(''));
  for (let time = 0; time < 60; time++) twice.end();
  const told = await readsOf(t, 'abcdefghijklmnopqrst', 340);
  assert.ok(told.length < 8, told.join(' '));
  for (const each of others) each.end();
});
