import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure, type FailureCode } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { runOf } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { observeAnswers } from './pipeline.ts';

const question: Question = {
  id: 'q',
  text: 'Why?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: performance.now() + 1000,
};

async function endOf(code: FailureCode): Promise<Failure | null | undefined> {
  let end: Failure | null | undefined;
  const failing = observeAnswers(
    // biome-ignore lint/correctness/useYield: it fails before its first event
    async function* () {
      throw new Failure(code, 'x');
    },
    [
      () => ({
        see: () => undefined,
        end(failure) {
          end = failure;
        },
      }),
    ],
  );
  await assert.rejects(Array.fromAsync(failing(runOf(question, new AbortController()))));
  return end;
}

test('an answer whose caller has left has not failed; others have', async () => {
  assert.equal(await endOf('cancelled'), null);
  assert.equal((await endOf('overloaded'))?.code, 'overloaded');
});

test('every watcher sees every event in order, and that the answer has ended without a failure', async () => {
  const seen: unknown[] = [];
  const watcher = (name: string) => () => ({
    see: (event: unknown) => seen.push([name, event]),
    end: (failure: Failure | null) => seen.push([name, 'ended', failure]),
  });
  const work = observeAnswers(
    // Numbers stand for the events.
    async function* () {
      yield 1 as never;
      yield 2 as never;
    },
    [watcher('a'), watcher('b')],
  );
  const told = await Array.fromAsync(work(runOf(question, new AbortController())));
  assert.deepEqual(told, [1, 2]);
  assert.deepEqual(seen, [
    ...[
      ['a', 1],
      ['b', 1],
    ],
    ...[
      ['a', 2],
      ['b', 2],
    ],
    ...[
      ['a', 'ended', null],
      ['b', 'ended', null],
    ],
  ]);
});
