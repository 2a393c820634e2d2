import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/told-answer.ts';
import type { AnswerEvent, WatchAnswer } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { logAnswers, logFailures } from './answer-log.ts';
import { createLog, type Log } from './log.ts';

const question = { ...QUESTION, id: 'r-1', text: 'a private question' };

/** The log lines after an answer that emits these events and then ends. */
function logOf(watch: (log: Log) => WatchAnswer, events: readonly AnswerEvent[], failure?: Failure) {
  const lines: string[] = [];
  const watching = watch(createLog('info', { write: (line) => lines.push(line) }))(question);
  for (const event of events) watching.see(event);
  watching.end(failure ?? null);
  return lines.map((line) => JSON.parse(line));
}

test('a failed answer is logged with its code, an abandoned one as abandoned', () => {
  const failing = logOf(logAnswers, [], new Failure('search-unavailable', 'All slots failed.'));
  assert.deepEqual(
    failing.map(({ message, code }) => [message, code]),
    [['not answered', 'search-unavailable']],
  );
  assert.deepEqual(
    logOf(logAnswers, []).map(({ message }) => message),
    ['abandoned by its caller'],
  );
});

test('the question is in no log line above debug', () => {
  const events = [{ type: 'sources', sources: [], language: 'en' }] as const;
  assert.doesNotMatch(JSON.stringify(logOf(logAnswers, events)), /private/);
});

test('a slot that failed is logged with its cause and the id of the request', () => {
  const trail = [{ engine: 'engine_a', status: 'failed', cause: 'connection refused', tookMs: 1 } as const];
  const [line] = logOf(logFailures, [{ type: 'search-end', search: 0, engine: 'none', trail }]);
  assert.deepEqual(
    [line.requestId, line.engine, line.cause, line.message],
    ['r-1', 'engine_a', 'connection refused', 'search failed'],
  );
});

test('a writer that failed is logged with the cause, even if there is an answer', () => {
  const cause = new TypeError('pieces is not iterable');
  const failure = new Failure('model-unavailable', 'The language model failed.', { cause });
  const [line] = logOf(logFailures, [{ type: 'write-failure', failure }]);
  assert.equal(line.message, 'writing failed');
  assert.equal(line.err.name, 'TypeError');
  assert.match(line.err.stack, /answer-log\.test/);
});
