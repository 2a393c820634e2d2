import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../core/failure.ts';
import type { AnswerEvent } from './events.ts';
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

test('a stale answer stands in where the search failed', async () => {
  assert.deepEqual(await told(new Failure('search-unavailable', 'The web search failed.')), [stale]);
});

test('a mistake of our own is not hidden behind a stale answer', async () => {
  await assert.rejects(told(new TypeError('x is undefined')), TypeError);
});
