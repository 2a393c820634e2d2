import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answerer } from '../../answer/events.ts';
import { askCommand } from './ask-command.ts';

test('a mistake of ours is thrown and not told as if the operator could mend it', async () => {
  const slip = new TypeError('a slip of ours');
  // biome-ignore lint/correctness/useYield: it fails before there is anything to tell.
  const answer: Answerer = async function* () {
    throw slip;
  };
  const command = askCommand({ args: ['Why?'], deadlineMs: 1000, answer }, new AbortController().signal);
  await assert.rejects(command, slip);
});
