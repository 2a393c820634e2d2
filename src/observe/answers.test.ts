import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import { seriesOf as allSeriesOf } from '../../test/support/series-of.ts';
import type { Answer } from '../core/answer.ts';
import type { Attempt } from '../core/attempt.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure, type FailureCode } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { runOf } from '../core/run.ts';
import type { SlotStatus } from '../core/status.ts';
import { observeCallers, observeGatherings, observeSlots, observeSteps, pageReasonClass } from './answers.ts';
import { measuredRequests } from './instrumentation.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';

type Mocks = { readonly mock: typeof test.mock };
type Observe = typeof observeCallers;

async function seriesOf(metrics: Metrics) {
  const { process_cpu_seconds_total: _, ...series } = await allSeriesOf(metrics);
  return series;
}

/** What is logged and measured of an answer with an event every two seconds, which then fails or succeeds. */
async function observed(
  t: Mocks,
  observe: Observe,
  events: readonly AnswerEvent[],
  { depth, failure }: { depth?: Question['depth']; failure?: Failure } = {},
) {
  let nowMs = 1000;
  t.mock.restoreAll();
  t.mock.method(performance, 'now', () => nowMs);
  const metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const question = { ...QUESTION, id: 'r-1', text: 'a private question', depth };
  const watching = observe({ log, metrics })(runOf(question, new AbortController()));
  for (const event of events) {
    nowMs += 2000.4;
    watching.see(event);
  }
  watching.end?.(failure ?? null);
  assert.doesNotMatch(lines.join(), /private/);
  const logged = lines.map((line) => {
    const { time: _, ...fields } = JSON.parse(line);
    return fields;
  });
  return { logged, series: await seriesOf(metrics) };
}

const failed = (code: FailureCode) => new Failure(code, 'words');
const kept = (ageMs: number) => ({ id: 'k', ageMs, lifetimeMs: 9 });

test('an answer is logged in one line, with each slot once, and never its words', async (t) => {
  const source = { index: 1, url: 'https://a.example/', title: 'private', snippet: 'private', passages: [] };
  const sources = [source, { ...source, slot: 2 }, { ...source, slot: 2 }] as const;
  const answer: Answer = { ...ANSWER, text: 'private', sources, slot: 2, kept: kept(7) };
  const { logged } = await observed(t, observeCallers, [
    { type: 'answer-delta', text: 'private' },
    { type: 'answer-end', answer },
  ]);
  const { model, tokensUsed, error } = answer;
  assert.deepEqual(logged, [
    {
      ...{ level: 30, requestId: 'r-1', message: 'answered', tookMs: 4001 },
      ...{ slot: 2, slots: [2], sources: 3, model, tokensUsed, error, ageMs: 7 },
    },
  ]);
});

test('how long an answer and its first text take is measured in seconds, once, and a deep one again', async (t) => {
  const more: AnswerEvent = { type: 'answer-delta', text: 'more' };
  const events = [...eventsOf().slice(0, 3), more, ...eventsOf().slice(3)];
  const { series } = await observed(t, observeCallers, events);
  assert.deepEqual(Object.keys(series), [
    'sayso_answer_duration_seconds_sum{outcome="grounded",from_cache="false"}',
    'sayso_answer_duration_seconds_count{outcome="grounded",from_cache="false"}',
    'sayso_answer_time_to_first_text_seconds_sum',
    'sayso_answer_time_to_first_text_seconds_count',
  ]);
  assert.equal(Math.round(series.sayso_answer_time_to_first_text_seconds_sum ?? 0), 6);
  const deep = await observed(t, observeCallers, [], { depth: 'deep' });
  const counted = Object.keys(deep.series).filter((name) => name.includes('_count'));
  assert.deepEqual(
    counted.map((name) => name.slice(0, name.indexOf('{'))),
    ['sayso_answer_duration_seconds_count', 'sayso_deep_answer_duration_seconds_count'],
  );
});

test('each outcome of an answer is counted separately, and why there is none is logged', async (t) => {
  const ends: readonly [Partial<Answer> | FailureCode | null, string, string, string][] = [
    [{}, 'grounded', 'false', 'answered'],
    [{ sources: [] }, 'without_sources', 'false', 'answered'],
    [{ error: 'broke off', sources: [] }, 'degraded', 'false', 'answered'],
    [{ kept: kept(1) }, 'grounded', 'true', 'answered'],
    [{ kept: kept(0) }, 'grounded', 'false', 'answered'],
    ['cancelled', 'left', 'false', 'not answered'],
    ['overloaded', 'refused', 'false', 'not answered'],
    ['stopping', 'stopped', 'false', 'not answered'],
    ['internal', 'failed', 'false', 'not answered'],
    [null, 'left', 'false', 'abandoned by its caller'],
  ];
  for (const [end, outcome, fromCache, message] of ends) {
    const isAnswer = end !== null && typeof end === 'object';
    const { logged, series } = await observed(t, observeCallers, isAnswer ? eventsOf(end) : [], {
      failure: typeof end === 'string' ? failed(end) : undefined,
    });
    const name = `sayso_answer_duration_seconds_count{outcome="${outcome}",from_cache="${fromCache}"}`;
    assert.equal(series[name], 1, name);
    assert.equal(logged[0].message, message);
    if (typeof end === 'string') assert.deepEqual([logged[0].code, logged[0].reason], [end, 'words']);
  }
});

test('gathering is measured and logged by how it ended', async (t) => {
  const searched = (...statuses: readonly Attempt['status'][]): AnswerEvent => ({
    ...{ type: 'search-end', search: 0, slot: null },
    trail: statuses.map((status) => ({ slot: 1, status, cause: '', tookMs: 1 })),
  });
  const found = (sources: Answer['sources']): AnswerEvent => ({ type: 'sources', sources, language: 'en' });
  const gatherings: readonly [readonly AnswerEvent[], string, FailureCode?][] = [
    [[searched('ok')], 'left'],
    [[searched('failed', 'skipped')], 'failed'],
    [[searched('failed', 'empty')], 'left'],
    [[searched('ok'), found(ANSWER.sources)], 'grounded'],
    [[searched('empty'), found([])], 'without_sources'],
    [[found(ANSWER.sources)], 'left', 'cancelled'],
    [[found(ANSWER.sources)], 'failed', 'internal'],
  ];
  for (const [events, outcome, code] of gatherings) {
    const { logged, series } = await observed(t, observeGatherings, events, {
      failure: code && failed(code),
    });
    assert.equal(series[`sayso_gather_duration_seconds_count{outcome="${outcome}"}`], 1);
    const [{ message, sources, reason }] = logged;
    const count = outcome === 'grounded' ? ANSWER.sources.length : 0;
    assert.deepEqual(
      [message, sources, reason],
      code === undefined ? ['gathered', count, undefined] : ['not gathered', undefined, 'words'],
    );
  }
});

test('only slots and writers that failed are logged on the way, with their causes', async (t) => {
  const attempt = { slot: 1, cause: 'connection refused', tookMs: 1 } as const;
  const trail = (['failed', 'ok', 'empty', 'skipped', 'overtaken'] as const).map((status) => ({
    ...attempt,
    status,
  }));
  const cause = new TypeError('pieces is not iterable');
  const failure = new Failure('model-unavailable', 'The language model failed.', { cause });
  const { logged } = await observed(t, observeSteps, [
    { type: 'search-end', search: 0, slot: null, trail },
    { type: 'answer-delta', text: 'private' },
    { type: 'write-failure', failure },
  ]);
  const [search, writing, ...others] = logged;
  const { requestId, slot, cause: why, message } = search;
  assert.deepEqual([requestId, slot, why, message], ['r-1', 1, 'connection refused', 'search failed']);
  assert.deepEqual([writing.message, writing.err.name, others], ['writing failed', 'TypeError', []]);
  assert.match(writing.err.stack, /answers\.test/);
});

test('each step, page, call and token of an answer is measured', async (t) => {
  const { series } = await observed(t, observeSteps, [
    ...eventsOf(),
    { type: 'page-read', url: 'u', tookMs: 1 },
    { type: 'page-skip', url: 'u', reason: 'it took too long to read', tookMs: 1 },
    { type: 'usage', depth: 'deep', calls: 3, tokens: 900 },
  ]);
  for (const [at, step] of ['search', 'read', 'select', 'write', 'check', 'render'].entries())
    assert.equal(series[`sayso_step_duration_seconds_sum{step="${step}"}`], at + 1);
  assert.equal(series['sayso_pages_total{outcome="read",reason=""}'], 1);
  assert.equal(series['sayso_pages_total{outcome="skipped",reason="too_late"}'], 1);
  assert.equal(series['sayso_answer_tokens_sum{depth="deep"}'], 900);
  assert.equal(series['sayso_answer_model_calls_total{depth="deep"}'], 3);
});

test('every reason of the service has a class, and other words never appear', () => {
  const classes = [
    ['it did not arrive in time', 'too_late'],
    ['its host answered with status 500', 'status'],
    ['its host is not public or does not exist', 'not_public'],
    ['it redirects more than 5 times', 'redirect'],
    ['it is larger than 2000000 bytes', 'too_large'],
    ['it is a PDF that takes too much memory when it is unpacked', 'too_large'],
    ['its content type video/mp4 cannot be read', 'kind'],
    ['it is not text, although its type says so', 'kind'],
    ['it shows no text', 'no_text'],
    ['it could not be read', 'unreadable'],
    ['connection refused', 'connection'],
    ['whatever a later version says', 'other'],
  ] as const;
  for (const [reason, name] of classes) assert.equal(pageReasonClass(reason), name, reason);
});

test('the state of each slot and the calls that it has left are measured, until it is gone', async () => {
  const metrics = createMetrics();
  const slot = { name: '', label: '', lastCall: null, restMs: 0 };
  const slots: SlotStatus[] = [
    { ...slot, position: 1, state: 'half-open', callsLeft: [{ period: 'day', left: 7 }] },
    { ...slot, position: 2, state: 'closed' },
  ];
  observeSlots([], { log: createLog('silent'), metrics }, () => slots);
  assert.deepEqual(await seriesOf(metrics), {
    'sayso_search_breaker_state{search_engine="1",state="half-open"}': 1,
    'sayso_search_breaker_state{search_engine="2",state="closed"}': 1,
    'sayso_search_calls_left{search_engine="1",period="day"}': 7,
  });
  slots.length = 0;
  assert.doesNotMatch(await metrics.text(), /^sayso_search_(?:breaker|calls)\w+\{/m);
});

test('requests and streams in progress are counted until they end, and measured in seconds', async (t) => {
  let nowMs = 100;
  t.mock.method(performance, 'now', () => nowMs);
  const metrics = createMetrics();
  const watch = measuredRequests(metrics);
  const open = async () => {
    const series = await seriesOf(metrics);
    return [series.http_server_active_requests ?? 0, series.sayso_open_streams ?? 0];
  };
  const about = (route: string) => ({ id: 'r', method: 'GET', route, traceparent: undefined });
  const [plain, streamed] = [watch(about('/a')), watch(about('/b'))];
  streamed.isStream();
  assert.deepEqual(await open(), [2, 1]);
  nowMs = 1600;
  plain.end(404);
  streamed.end(200);
  // The caller left before the first event.
  streamed.isStream();
  assert.deepEqual(await open(), [0, 0]);
  const labels = 'http_request_method="GET",http_route="/a",http_response_status_code="404"';
  assert.equal((await seriesOf(metrics))[`http_server_request_duration_seconds_sum{${labels}}`], 1.5);
});
