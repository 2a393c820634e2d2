import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requesterOf } from '../../core/requester.ts';
import { serviceOfCaller } from './service-of-caller.ts';

test('texts are ranked and embedded, and functions chosen, in the turn of the caller who asks', async () => {
  const requester = { caller: 'a key', request: {} };
  const doneFor: unknown[] = [];
  const note = (_task: unknown, signal: AbortSignal) => void doneFor.push(requesterOf(signal));
  const unasked = () => assert.fail('not asked');
  const service = serviceOfCaller(
    {
      ...{ answer: unasked, gather: unasked, search: unasked, read: null },
      async chooseAnswer(request, signal) {
        note(request, signal);
        return null;
      },
      async scorePassages(task, signal) {
        note(task, signal);
        return { scores: [], model: null };
      },
      async embedTexts(task, signal) {
        note(task, signal);
        return { status: 'failed', cause: 'it is down' };
      },
    },
    { requester, charge: async () => undefined },
  );
  const calls = { instructions: '', turns: [], functions: [], choice: 'auto', maxChars: 1 } as const;
  const timeoutMs = 1000;
  await service.chooseAnswer?.({ ...calls, timeoutMs }, new AbortController().signal);
  await service.scorePassages({ question: 'a', passages: ['b'], timeoutMs }, new AbortController().signal);
  await service.embedTexts?.({ texts: ['a'], timeoutMs }, new AbortController().signal);
  assert.deepEqual(doneFor, [requester, requester, requester]);
});
