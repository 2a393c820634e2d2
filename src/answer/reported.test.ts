import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { createLog } from '../observe/log.ts';
import { reported } from './reported.ts';

const question: Question = {
  id: 'r-1',
  text: 'a private question',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineMs: 1000,
};
const nobody = new AbortController().signal;

/** The log lines after an answer that emits this event. */
async function logOf(event: AnswerEvent) {
  const lines: string[] = [];
  const answerer = reported(
    async function* () {
      yield event;
    },
    createLog('info', { write: (line) => lines.push(line) }),
  );
  assert.deepEqual(await Array.fromAsync(answerer(question, nobody)), [event]);
  return lines.map((line) => JSON.parse(line));
}

test('a slot that failed is logged with its cause and the id of the request', async () => {
  const trail = [{ engine: 'engine_a', status: 'failed', cause: 'connection refused', tookMs: 1 } as const];
  const [line] = await logOf({ type: 'search-end', search: 0, engine: 'none', trail });
  assert.deepEqual(
    [line.requestId, line.engine, line.cause, line.message],
    ['r-1', 'engine_a', 'connection refused', 'search failed'],
  );
});

test('a writer that failed is logged with the cause, even if there is an answer', async () => {
  const cause = new TypeError('pieces is not iterable');
  const failure = new Failure('model-unavailable', 'The language model failed.', { cause });
  const [line] = await logOf({ type: 'write-failure', failure });
  assert.equal(line.message, 'writing failed');
  assert.equal(line.err.name, 'TypeError');
  assert.match(line.err.stack, /reported\.test/);
});
