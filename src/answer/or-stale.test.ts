import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Attempt } from '../core/terms.ts';
import { orStale } from './or-stale.ts';

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
  return Array.fromAsync(orStale(failing(error), tellStale, signal));
}

test('a stale answer is used if the search failed', async () => {
  assert.deepEqual(await told(new Failure('search-unavailable', 'The web search failed.')), [stale]);
});

test('an internal error is not hidden behind a stale answer', async () => {
  await assert.rejects(told(new TypeError('x is undefined')), TypeError);
});

test('a stale answer reports the search that has just failed', async () => {
  const trail: readonly Attempt[] = [{ engine: 'engine_a', status: 'failed', cause: 'refused', tookMs: 3 }];
  const searched = async function* (): AsyncGenerator<AnswerEvent> {
    yield { type: 'search-end', engine: 'none', trail };
  };
  const events = orStale(
    searched(),
    function* (failed) {
      yield { type: 'search-end', engine: 'none', trail: failed };
    },
    signal,
  );
  assert.deepEqual(await Array.fromAsync(events), [{ type: 'search-end', engine: 'none', trail }]);
});
