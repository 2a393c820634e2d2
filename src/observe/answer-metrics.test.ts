import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import { recordMetrics } from '../../test/support/recorded-metrics.ts';
import type { Answer } from '../core/answer.ts';
import type { Attempt } from '../core/attempt.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure, type FailureCode } from '../core/failure.ts';
import type { Source } from '../core/source.ts';
import type { SlotStatus } from '../core/status.ts';
import { logAnswers } from './answer-log.ts';
import {
  measureAnswers,
  measureAttempts,
  measureBreakers,
  measureGathers,
  measureSteps,
  pageReasonClass,
} from './answer-metrics.ts';
import { createLog } from './log.ts';
import type { Metrics } from './metrics.ts';

/** The metrics and log lines of an answer that emits these events and then fails or succeeds. */
function observe(t: { mock: typeof test.mock }, events: readonly AnswerEvent[], failure?: Failure) {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const lines: string[] = [];
  const { metrics, recorded } = recordMetrics();
  const log = createLog('debug', { write: (line) => lines.push(line) });
  const watching = [logAnswers(log), measureAnswers(metrics)].map((watch) => watch(QUESTION));
  for (const event of events) {
    nowMs += 2000;
    for (const each of watching) each.see(event);
  }
  for (const each of watching) each.end?.(failure ?? null);
  return { recorded, lines: lines.map((line) => JSON.parse(line)) };
}

test('how long an answer and its first text take is measured in seconds, once', (t) => {
  const more: AnswerEvent = { type: 'answer-delta', text: 'more' };
  const { recorded } = observe(t, [...eventsOf().slice(0, 3), more, ...eventsOf().slice(3)]);
  assert.deepEqual(recorded, [
    { key: 'answerFirstText', labels: {}, value: 6 },
    { key: 'answerDuration', labels: { outcome: 'grounded', from_cache: 'false' }, value: 12 },
  ]);
});

test('each outcome of an answer is counted separately', (t) => {
  const ends: readonly [Partial<Answer>, string, string][] = [
    [{}, 'grounded', 'false'],
    [{ sources: [] }, 'without_sources', 'false'],
    [{ error: 'broke off' }, 'degraded', 'false'],
    [{ error: 'broke off', sources: [] }, 'degraded', 'false'],
    [{ kept: { id: 'k', ageMs: 5 } as NonNullable<Answer['kept']> }, 'grounded', 'true'],
    [{ kept: { id: 'k', ageMs: 1 } as NonNullable<Answer['kept']> }, 'grounded', 'true'],
    [{ kept: { id: 'k', ageMs: 0 } as NonNullable<Answer['kept']> }, 'grounded', 'false'],
  ];
  for (const [answer, outcome, fromCache] of ends) {
    const { recorded } = observe(t, eventsOf(answer));
    assert.deepEqual(recorded.at(-1)?.labels, { outcome, from_cache: fromCache });
    t.mock.restoreAll();
  }
  const failures: readonly [FailureCode, string][] = [
    ['cancelled', 'left'],
    ['overloaded', 'refused'],
    ['stopping', 'stopped'],
    ['internal', 'failed'],
    ['search-unavailable', 'failed'],
  ];
  for (const [code, outcome] of failures) {
    const { recorded } = observe(t, [], new Failure(code, 'words'));
    assert.deepEqual(recorded.at(-1)?.labels, { outcome, from_cache: 'false' });
    t.mock.restoreAll();
  }
  assert.equal(observe(t, []).recorded.at(-1)?.labels.outcome, 'left');
});

test('one line of the log says how an answer was made and what it cost', (t) => {
  const { lines } = observe(t, eventsOf());
  assert.deepEqual(
    lines.map(({ message }) => message),
    ['asked', 'answered'],
  );
  const { requestId, searchEngine, sources, model, tokensUsed, error, tookMs } = lines[1];
  assert.deepEqual(
    { requestId, searchEngine, sources, model, tokensUsed, error, tookMs },
    {
      requestId: QUESTION.id,
      searchEngine: ANSWER.searchEngine,
      sources: 1,
      model: ANSWER.model,
      tokensUsed: ANSWER.tokensUsed,
      error: null,
      tookMs: 10_000,
    },
  );
  assert.equal(lines[0].question, QUESTION.text);
});

test('gathering is measured in seconds by how it ended', (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const attempt = (status: Attempt['status']): Attempt => ({
    engine: 'engine_a',
    status,
    cause: '',
    tookMs: 1,
  });
  const searched = (...statuses: readonly Attempt['status'][]): AnswerEvent => ({
    ...{ type: 'search-end', search: 0, engine: 'none' },
    trail: statuses.map(attempt),
  });
  const found = (sources: readonly Source[]): AnswerEvent => ({ type: 'sources', sources, language: 'en' });
  const gatherings: readonly [readonly AnswerEvent[], string, FailureCode?][] = [
    [[], 'left'],
    [[searched('ok')], 'left'],
    [[searched('failed', 'skipped')], 'failed'],
    [[searched('failed', 'empty')], 'left'],
    [[searched('ok'), found(ANSWER.sources)], 'grounded'],
    [[searched('empty'), found([])], 'without_sources'],
    [[found(ANSWER.sources)], 'left', 'cancelled'],
    [[found(ANSWER.sources)], 'failed', 'internal'],
  ];
  for (const [events, outcome, code] of gatherings) {
    const { metrics, recorded } = recordMetrics();
    const watching = measureGathers(metrics)(QUESTION);
    for (const event of events) watching.see(event);
    nowMs += 3000;
    watching.end?.(code === undefined ? null : new Failure(code, 'words'));
    assert.deepEqual(recorded, [{ key: 'gatherDuration', labels: { outcome }, value: 3 }]);
  }
});

test('a deep answer is also measured on its own, and its calls and tokens are counted', (t) => {
  let nowMs = 1000;
  t.mock.method(performance, 'now', () => nowMs);
  const { metrics, recorded } = recordMetrics();
  const watching = measureAnswers(metrics)({ ...QUESTION, depth: 'deep' });
  nowMs += 5000;
  watching.end?.(null);
  measureSteps(metrics)(QUESTION).see({ type: 'usage', depth: 'deep', calls: 3, tokens: 900 });
  const labels = { outcome: 'left', from_cache: 'false' };
  assert.deepEqual(recorded, [
    { key: 'answerDuration', labels, value: 5 },
    { key: 'deepDuration', labels, value: 5 },
    { key: 'answerTokens', labels: { depth: 'deep' }, value: 900 },
    { key: 'answerCalls', labels: { depth: 'deep' }, value: 3 },
  ]);
});

test('each step is measured by its name, in seconds', () => {
  const { metrics, recorded } = recordMetrics();
  const watching = measureSteps(metrics)(QUESTION);
  for (const event of eventsOf()) watching.see(event);
  assert.deepEqual(
    recorded.map(({ key, labels, value }) => [key, labels.step, value]),
    ['search', 'read', 'select', 'write', 'check', 'render'].map((step, at) => [
      'stepDuration',
      step,
      at + 1,
    ]),
  );
});

test('each slot that was asked is measured with its outcome, in seconds', () => {
  const { metrics, recorded } = recordMetrics();
  measureAttempts(metrics, [
    { engine: 'engine_a', status: 'failed', tookMs: 1500, cause: 'x' },
    { engine: 'engine_b', status: 'ok', tookMs: 250, cause: '' },
  ]);
  assert.deepEqual(recorded, [
    { key: 'searchDuration', labels: { search_engine: 'engine_a', outcome: 'failed' }, value: 1.5 },
    { key: 'searchDuration', labels: { search_engine: 'engine_b', outcome: 'ok' }, value: 0.25 },
  ]);
});

test('each page is counted as read, or as skipped with the kind of reason', () => {
  const { metrics, recorded } = recordMetrics();
  const watching = measureSteps(metrics)(QUESTION);
  watching.see({ type: 'page-read', url: 'u', tookMs: 1 });
  watching.see({ type: 'page-skip', url: 'u', reason: 'it took too long to read', tookMs: 1 });
  assert.deepEqual(
    recorded.map(({ key, labels }) => [key, labels.outcome, labels.reason === '']),
    [
      ['pages', 'read', true],
      ['pages', 'skipped', false],
    ],
  );
});

test('the state of each breaker is one of three', () => {
  const reads = new Map<string, () => readonly unknown[]>();
  const metrics = { ...recordMetrics().metrics, read: reads.set.bind(reads) };
  const status = { name: '', label: '', lastCall: null, restMs: 0 };
  let state: SlotStatus['state'] = 'closed';
  measureBreakers(metrics as unknown as Metrics, () => [{ ...status, engine: 'engine_b', state }]);
  assert.deepEqual(reads.get('callsLeft')?.(), [], 'it has no limit');
  const states = ['closed', 'half-open', 'open'] as const;
  for (state of states)
    assert.deepEqual(
      reads.get('breakerState')?.(),
      states.map((each) => ({
        labels: { search_engine: 'engine_b', state: each },
        value: Number(each === state),
      })),
    );
});

test('the calls that a limited slot has left are measured by period', () => {
  const reads = new Map<string, () => readonly unknown[]>();
  const metrics = { ...recordMetrics().metrics, read: reads.set.bind(reads) };
  const status = { name: '', label: '', lastCall: null, restMs: 0, state: 'closed' } as const;
  const callsLeft = [{ period: 'day', left: 7 }] as const;
  measureBreakers(metrics as unknown as Metrics, () => [{ ...status, engine: 'engine_a', callsLeft }]);
  const labels = { search_engine: 'engine_a', period: 'day' };
  assert.deepEqual(reads.get('callsLeft')?.(), [{ labels, value: 7 }]);
});

test('every reason of the service has a class, and other words never appear', () => {
  const classes = [
    ['it did not arrive in time', 'too_late'],
    ['no answer within 1500 ms', 'too_late'],
    ['it answered with status 403', 'status'],
    ['its host answered with status 500', 'status'],
    ['its host is not public or does not exist', 'not_public'],
    ['it redirects more than 5 times', 'redirect'],
    ['it is larger than 2000000 bytes', 'too_large'],
    ['its content type video/mp4 cannot be read', 'kind'],
    ['it is image/png, which is not read', 'kind'],
    ['it is not text, although its type says so', 'kind'],
    ['it is not a PDF, although its type says so', 'kind'],
    ['it shows no text', 'no_text'],
    ['it is empty', 'no_text'],
    ['it could not be read', 'unreadable'],
    ['connection refused', 'connection'],
    ['it is a PDF that takes too much memory when it is unpacked', 'too_large'],
    ['it took too much memory to read', 'too_large'],
    ['whatever a later version says', 'other'],
  ] as const;
  for (const [reason, name] of classes) assert.equal(pageReasonClass(reason), name, reason);
});
