import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure, type FailureCode } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { watched } from './watched.ts';

const question: Question = {
  id: 'q',
  text: 'Why?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineMs: 1000,
};

async function endOf(code: FailureCode): Promise<Failure | null | undefined> {
  let end: Failure | null | undefined;
  const failing = watched(
    // biome-ignore lint/correctness/useYield: it fails before its first event
    async function* () {
      throw new Failure(code, 'x');
    },
    () => ({
      see: () => undefined,
      end(failure) {
        end = failure;
      },
    }),
  );
  await assert.rejects(Array.fromAsync(failing(question, new AbortController().signal)));
  return end;
}

test('an answer whose caller has left has not failed; others have', async () => {
  assert.equal(await endOf('cancelled'), null);
  assert.equal((await endOf('overloaded'))?.code, 'overloaded');
});
