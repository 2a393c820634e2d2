import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '../core/attempt.ts';
import type { AnswerEvent } from '../core/events.ts';
import { staleIfError } from './reuse-answers.ts';

const stale: AnswerEvent = { type: 'answer-delta', text: 'An older answer.' };
const { signal } = new AbortController();

async function* failing(error: Error): AsyncGenerator<AnswerEvent> {
  yield* [];
  throw error;
}

async function told(error: Error): Promise<AnswerEvent[]> {
  const tellStale = function* () {
    yield stale;
  };
  return Array.fromAsync(staleIfError(failing(error), tellStale, signal));
}

test('an internal error is not hidden behind a stale answer', async () => {
  await assert.rejects(told(new TypeError('x is undefined')), TypeError);
});

test('a stale answer is used only if every search failed, and reports each', async () => {
  const trail: readonly Attempt[] = [{ slot: 1, status: 'failed', cause: 'refused', tookMs: 3 }];
  const lost = (search: number): AnswerEvent => ({ type: 'search-end', search, slot: null, trail });
  const found: AnswerEvent = { type: 'search-end', search: 1, slot: 1, trail: [] };
  const evidence = { meaning: '', searches: [], pages: new Map(), sources: [], language: 'en' };
  const end: AnswerEvent = {
    type: 'gather-end',
    evidence: { ...evidence, tokens: 0, calls: 0, isRushed: false },
  };
  const tell = async (...searches: AnswerEvent[]) => {
    const events = async function* () {
      yield* [...searches, end];
    };
    const tellStale = function* (failed: readonly unknown[]) {
      yield { type: 'answer-delta', text: `stale after ${failed.length}` } as const;
    };
    return Array.fromAsync(staleIfError(events(), tellStale, signal));
  };
  assert.deepEqual(await tell(lost(0), found), [lost(0), found, end]);
  assert.deepEqual(await tell(lost(0), lost(1)), [{ type: 'answer-delta', text: 'stale after 2' }]);
});
