import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServerError, waitingForRoom } from './ask.ts';

const { signal } = new AbortController();

test('when a server has no room, its call is made again, and other failures are thrown', async () => {
  const waits: number[] = [];
  const whenThereIsRoom = waitingForRoom((waitMs) => waits.push(waitMs));
  let calls = 0;
  const call = async () => {
    if (++calls === 1) throw new ServerError('busy', 1);
    return 'done';
  };
  assert.equal(await whenThereIsRoom(call, signal), 'done');
  assert.deepEqual([calls, waits], [2, [2000]]);
  await assert.rejects(
    whenThereIsRoom(() => Promise.reject(new ServerError('broken')), signal),
    /broken/,
  );
});
