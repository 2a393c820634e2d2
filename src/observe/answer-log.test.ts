import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { ObserveAnswer } from '../core/run.ts';
import { runOf } from '../core/run.ts';
import { logAnswers, logFailures, logGathers } from './answer-log.ts';
import { createLog, type Log } from './log.ts';

const question = { ...QUESTION, id: 'r-1', text: 'a private question' };
const run = runOf(question, new AbortController());

/** The log lines after an answer that emits these events and then ends. */
function logOf(watch: (log: Log) => ObserveAnswer, events: readonly AnswerEvent[], failure?: Failure) {
  const lines: string[] = [];
  const watching = watch(createLog('info', { write: (line) => lines.push(line) }))(run);
  for (const event of events) watching.see(event);
  watching.end?.(failure ?? null);
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
  const trail = [{ slot: 1, status: 'failed', cause: 'connection refused', tookMs: 1 } as const];
  const [line] = logOf(logFailures, [{ type: 'search-end', search: 0, slot: null, trail }]);
  assert.deepEqual(
    [line.requestId, line.slot, line.cause, line.message],
    ['r-1', 1, 'connection refused', 'search failed'],
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

test('an answer is logged in one line: its slots once each, and never its words', () => {
  const source = { index: 1, url: 'https://a.example/', title: 'private', snippet: 'private', passages: [] };
  const answer = {
    text: 'private',
    html: '',
    speech: '',
    sources: [source, { ...source, slot: 2 }, { ...source, slot: 2 }],
    language: 'en',
    model: 'm',
    slot: 2,
    tokensUsed: 12,
    error: null,
    errorMissingInText: false,
    kept: { id: 'k', ageMs: 7, lifetimeMs: 9 },
  } as const;
  const [{ time, tookMs, ...line }, ...more] = logOf(logAnswers, [
    { type: 'answer-delta', text: 'private' },
    { type: 'answer-end', answer },
  ]);
  assert.deepEqual(more, []);
  assert.ok(Number.isInteger(tookMs) && tookMs >= 0 && tookMs < 60_000, String(tookMs));
  assert.deepEqual(line, {
    level: 30,
    requestId: 'r-1',
    slot: 2,
    slots: [2],
    sources: 3,
    model: 'm',
    tokensUsed: 12,
    error: null,
    ageMs: 7,
    message: 'answered',
  });
});

test('only slots that failed are logged, and nothing of an answer that goes well', () => {
  const attempt = { slot: 1, cause: 'x', tookMs: 1 } as const;
  const trail = (['ok', 'empty', 'skipped', 'overtaken'] as const).map((status) => ({ ...attempt, status }));
  assert.deepEqual(logOf(logFailures, [{ type: 'search-end', search: 0, slot: null, trail }]), []);
  assert.deepEqual(
    logOf(logFailures, [{ type: 'answer-delta', text: 'a' }], new Failure('internal', 'x')),
    [],
  );
});

test('why there is no answer is logged in words as a warning, with the time', () => {
  const [{ time, tookMs, ...line }] = logOf(logAnswers, [], new Failure('overloaded', 'Busy.'));
  assert.ok(Number.isInteger(tookMs) && tookMs >= 0 && tookMs < 60_000, String(tookMs));
  assert.deepEqual(line, {
    level: 40,
    requestId: 'r-1',
    code: 'overloaded',
    reason: 'Busy.',
    message: 'not answered',
  });
});

test('gathering is logged with the number of its sources, or with why there are none', () => {
  const source = { index: 1, url: 'https://a.example/', title: 'private', snippet: '', passages: [] };
  const sources = { type: 'sources', sources: [source, source], language: 'en' } as const;
  const lineOf = (events: readonly AnswerEvent[], failure?: Failure) => {
    const [{ time, tookMs, ...line }, ...more] = logOf(logGathers, events, failure);
    assert.deepEqual(more, []);
    assert.ok(Number.isInteger(tookMs) && tookMs >= 0 && tookMs < 60_000, String(tookMs));
    return line;
  };
  const usual = { level: 30, requestId: 'r-1', message: 'gathered' };
  assert.deepEqual(lineOf([sources, { type: 'answer-delta', text: 'private' }]), { ...usual, sources: 2 });
  assert.deepEqual(lineOf([]), { ...usual, sources: 0 });
  assert.deepEqual(lineOf([sources], new Failure('search-unavailable', 'No slot answered.')), {
    level: 40,
    requestId: 'r-1',
    code: 'search-unavailable',
    reason: 'No slot answered.',
    message: 'not gathered',
  });
});

test('the time in the log is rounded to milliseconds', (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  for (const watch of [logAnswers, logGathers]) {
    const lines: string[] = [];
    const watching = watch(createLog('info', { write: (line) => lines.push(line) }))(run);
    nowMs += 2.6;
    watching.end?.(null);
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).tookMs),
      [3],
    );
  }
});
