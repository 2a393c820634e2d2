import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatheredReads } from './gathered-reads.ts';

/** A stream that sends a letter each 5 ms and then ends or fails. */
function letters(text: string, error?: Error) {
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const letter of text) {
        controller.enqueue(Buffer.from(letter));
        await sleep(5);
      }
      if (error === undefined) controller.close();
      else controller.error(error);
    },
  });
  return stream.getReader();
}

/** The reads of one stream as texts, while so many others are open. */
async function readsOf(text: string, others: number, error?: Error): Promise<string[]> {
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
  }
  return told;
}

test('with few streams open every read goes on alone', async () => {
  assert.deepEqual(await readsOf('abcdef', 10), [...'abcdef']);
});

test('with many open the first goes on at once and later ones together, none lost', async () => {
  const told = await readsOf('abcdefghijklmnopqrst', 400);
  assert.equal(told[0], 'a');
  assert.ok(told.length < 8, told.join(' '));
  assert.equal(told.join(''), 'abcdefghijklmnopqrst');
});

test('an error comes after what was read before it', async () => {
  const told = await readsOf('abcdef', 400, new Error('cut'));
  assert.deepEqual([told.slice(0, -1).join(''), told.at(-1)], ['abcdef', 'the error']);
});

test('streams that have ended count no longer', async () => {
  await readsOf('ab', 400);
  assert.deepEqual(await readsOf('abc', 0), ['a', 'b', 'c']);
});
