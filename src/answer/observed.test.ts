import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { createLog } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { observed } from './observed.ts';

const question: Question = {
  id: 'r-1',
  text: 'a private question',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineMs: 1000,
};
const nobody = new AbortController().signal;

/** The log lines after an answer that emits these events and then does this. */
async function logOf(events: readonly AnswerEvent[], end: () => void = () => undefined) {
  const lines: string[] = [];
  const answerer = observed(
    async function* () {
      yield* events;
      end();
    },
    createLog('info', { write: (line) => lines.push(line) }),
    createMetrics(),
  );
  await Array.fromAsync(answerer(question, nobody)).catch(() => undefined);
  return lines.map((line) => JSON.parse(line));
}

test('a failed answer is logged with its code, an abandoned one as abandoned', async () => {
  const failing = await logOf([], () => {
    throw new Failure('search-unavailable', 'All slots failed.');
  });
  assert.deepEqual(
    failing.map(({ message, code }) => [message, code]),
    [['not answered', 'search-unavailable']],
  );
  assert.deepEqual(
    (await logOf([])).map(({ message }) => message),
    ['abandoned by its caller'],
  );
});

test('the question is in no log line above debug', async () => {
  assert.doesNotMatch(
    JSON.stringify(await logOf([{ type: 'sources', sources: [], language: 'en' }])),
    /private/,
  );
});
