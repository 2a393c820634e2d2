// Runs in a process of its own, in which the clock stands still.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replay } from './golden/replay.ts';
import { differenceOf, readGoldenReplies } from './golden/stored-replies.ts';

test('requests through every interface get the same bytes as when they were recorded', {
  timeout: 600_000,
}, async () => {
  const recorded = new Map(readGoldenReplies().map((reply) => [reply.id, reply]));
  const replies = await replay();
  assert.ok(replies.length >= 200, `${replies.length}`);
  assert.equal(new Set(replies.map(({ id }) => id)).size, replies.length);
  const changed = replies.flatMap((reply) => {
    const difference = differenceOf(recorded.get(reply.id), reply);
    return difference === null ? [] : [`${reply.id}\n${difference}`];
  });
  assert.equal(changed.length, 0, `${changed.slice(0, 5).join('\n\n')}\n(npm run golden shows all of them)`);
  assert.equal(recorded.size, replies.length);
});
