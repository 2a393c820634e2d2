import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answerer } from '../../core/events.ts';
import { askCommand } from './ask-command.ts';

test('an internal error is thrown and not printed as if the operator could fix it', async () => {
  const slip = new TypeError('a slip of ours');
  // biome-ignore lint/correctness/useYield: it fails before its first event.
  const answer: Answerer = async function* () {
    throw slip;
  };
  const command = askCommand(
    { args: ['Why?'], deadlineMs: 1000, maxQueryChars: 2000, answer },
    new AbortController().signal,
  );
  await assert.rejects(command, slip);
});
