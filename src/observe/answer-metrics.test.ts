import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import { seriesOf as allSeriesOf } from '../../test/support/series-of.ts';
import type { Answer } from '../core/answer.ts';
import type { Attempt } from '../core/attempt.ts';
import type { AnswerEvent } from '../core/events.ts';
import { Failure, type FailureCode } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import { type ObserveAnswer, runOf } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { SlotStatus } from '../core/status.ts';
import type { Writer, WritingTask, WrittenPart } from '../write/writer.ts';
import {
  measureAnswers,
  measureAttempts,
  measureBreakers,
  measuredWriter,
  measureGathers,
  measureSteps,
  pageReasonClass,
} from './answer-metrics.ts';
import { measuredRequests } from './instrumentation.ts';
import { createMetrics, type Metrics } from './metrics.ts';

type Mocks = { readonly mock: typeof test.mock };

async function seriesOf(metrics: Metrics) {
  const { process_cpu_seconds_total: _, ...series } = await allSeriesOf(metrics);
  return series;
}

/** The series of an answer that emits an event every two seconds, and then fails or succeeds. */
function seriesAfter(
  t: Mocks,
  measure: (metrics: Metrics) => ObserveAnswer,
  events: readonly AnswerEvent[],
  { question = QUESTION, failure }: { question?: Question; failure?: FailureCode | undefined } = {},
) {
  let nowMs = 1000;
  t.mock.restoreAll();
  t.mock.method(performance, 'now', () => nowMs);
  const metrics = createMetrics();
  const watching = measure(metrics)(runOf(question, new AbortController()));
  for (const event of events) {
    nowMs += 2000;
    watching.see(event);
  }
  watching.end?.(failure === undefined ? null : new Failure(failure, 'words'));
  return seriesOf(metrics);
}

test('how long an answer and its first text take is measured in seconds, once', async (t) => {
  const more: AnswerEvent = { type: 'answer-delta', text: 'more' };
  const events = [...eventsOf().slice(0, 3), more, ...eventsOf().slice(3)];
  assert.deepEqual(await seriesAfter(t, measureAnswers, events), {
    sayso_answer_time_to_first_text_seconds_sum: 6,
    sayso_answer_time_to_first_text_seconds_count: 1,
    'sayso_answer_duration_seconds_sum{outcome="grounded",from_cache="false"}': 12,
    'sayso_answer_duration_seconds_count{outcome="grounded",from_cache="false"}': 1,
  });
});

test('each outcome of an answer is counted separately', async (t) => {
  const outcomeOf = async (events: readonly AnswerEvent[], failure?: FailureCode) => {
    const series = await seriesAfter(t, measureAnswers, events, { failure });
    const [name] = Object.keys(series).filter((key) => key.startsWith('sayso_answer_duration_seconds_count'));
    return /outcome="(\w+)",from_cache="(\w+)"/.exec(name ?? '')?.slice(1);
  };
  const ends: readonly [Partial<Answer>, string, string][] = [
    [{}, 'grounded', 'false'],
    [{ sources: [] }, 'without_sources', 'false'],
    [{ error: 'broke off', sources: [] }, 'degraded', 'false'],
    [{ kept: { id: 'k', ageMs: 1 } as NonNullable<Answer['kept']> }, 'grounded', 'true'],
    [{ kept: { id: 'k', ageMs: 0 } as NonNullable<Answer['kept']> }, 'grounded', 'false'],
  ];
  for (const [answer, ...expected] of ends) assert.deepEqual(await outcomeOf(eventsOf(answer)), expected);
  const failures: readonly [FailureCode | undefined, string][] = [
    ['cancelled', 'left'],
    ['overloaded', 'refused'],
    ['stopping', 'stopped'],
    ['internal', 'failed'],
    [undefined, 'left'],
  ];
  for (const [code, outcome] of failures) assert.deepEqual(await outcomeOf([], code), [outcome, 'false']);
});

test('gathering is measured in seconds by how it ended', async (t) => {
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
  for (const [events, outcome, failure] of gatherings)
    assert.deepEqual(await seriesAfter(t, measureGathers, events, { failure }), {
      [`sayso_gather_duration_seconds_sum{outcome="${outcome}"}`]: 2 * events.length,
      [`sayso_gather_duration_seconds_count{outcome="${outcome}"}`]: 1,
    });
});

test('a deep answer is also measured on its own, and its calls and tokens are counted', async (t) => {
  const series = await seriesAfter(t, measureAnswers, [], { question: { ...QUESTION, depth: 'deep' } });
  const counted = Object.keys(series).filter((name) => name.includes('_count'));
  assert.deepEqual(
    counted.map((name) => name.slice(0, name.indexOf('{'))),
    ['sayso_answer_duration_seconds_count', 'sayso_deep_answer_duration_seconds_count'],
  );
  const usage: AnswerEvent = { type: 'usage', depth: 'deep', calls: 3, tokens: 900 };
  assert.deepEqual(await seriesAfter(t, measureSteps, [usage]), {
    'sayso_answer_tokens_sum{depth="deep"}': 900,
    'sayso_answer_tokens_count{depth="deep"}': 1,
    'sayso_answer_model_calls_total{depth="deep"}': 3,
  });
});

test('each step is measured by its name, in seconds', async (t) => {
  const series = await seriesAfter(t, measureSteps, eventsOf());
  for (const [at, step] of ['search', 'read', 'select', 'write', 'check', 'render'].entries())
    assert.equal(series[`sayso_step_duration_seconds_sum{step="${step}"}`], at + 1);
});

test('each page is counted as read, or as skipped with the kind of reason', async (t) => {
  const events: readonly AnswerEvent[] = [
    { type: 'page-read', url: 'u', tookMs: 1 },
    { type: 'page-skip', url: 'u', reason: 'it took too long to read', tookMs: 1 },
  ];
  assert.deepEqual(await seriesAfter(t, measureSteps, events), {
    'sayso_pages_total{outcome="read",reason=""}': 1,
    'sayso_pages_total{outcome="skipped",reason="too_late"}': 1,
  });
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

test('each slot that was asked is measured with its outcome, its state and the calls that it has left', async () => {
  const metrics = createMetrics();
  measureAttempts(metrics, [{ slot: 1, status: 'failed', tookMs: 1500, cause: 'x' }]);
  const slot = { name: '', label: '', lastCall: null, restMs: 0 };
  const slots: SlotStatus[] = [
    { ...slot, position: 1, state: 'half-open', callsLeft: [{ period: 'day', left: 7 }] },
    { ...slot, position: 2, state: 'closed' },
  ];
  measureBreakers(metrics, () => slots);
  assert.deepEqual(await seriesOf(metrics), {
    'sayso_search_duration_seconds_sum{search_engine="1",outcome="failed"}': 1.5,
    'sayso_search_duration_seconds_count{search_engine="1",outcome="failed"}': 1,
    'sayso_search_breaker_state{search_engine="1",state="half-open"}': 1,
    'sayso_search_breaker_state{search_engine="2",state="closed"}': 1,
    'sayso_search_calls_left{search_engine="1",period="day"}': 7,
  });
  slots.length = 0;
  assert.doesNotMatch(
    await metrics.text(),
    /^sayso_search_(?:breaker|calls)\w+\{/m,
    'of slots that are gone',
  );
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

const task: WritingTask = {
  question: {
    id: 'r',
    text: 'q',
    maxSources: 5,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 1000,
  },
  sources: [],
  evidenceStatus: 'unchecked',
  patienceMs: 1000,
};
const nobody = new AbortController().signal;

/** The metrics of a writer that yields these parts and then fails, or is abandoned after the first. */
async function counted(parts: readonly WrittenPart[], end: 'fails' | 'ends' | 'is left'): Promise<string> {
  const writer: Writer = {
    name: 'm',
    needsSources: false,
    async *write() {
      yield* parts;
      if (end === 'fails') throw new Failure('model-unavailable', 'It broke off.');
    },
  };
  const metrics = createMetrics();
  const measured = measuredWriter(writer, { metrics, provider: 'openai' });
  try {
    for await (const _part of measured.write(task, nobody)) if (end === 'is left') break;
  } catch {
    // Shown by the metrics.
  }
  return metrics.text();
}

test('a writer that breaks off costs its prompt and the text so far', async () => {
  const text = await counted(
    [
      { type: 'usage', tokens: 500, split: { input: 500, output: 0 } },
      { type: 'text', text: 'Some words that were written.' },
    ],
    'fails',
  );
  assert.match(text, /token_usage_sum\{[^}]*"input"\} 500\n/);
  assert.match(text, /token_usage_sum\{[^}]*"output"\} [1-9]/);
  assert.match(text, /operation_duration_seconds_count\{[^}]*error_type="model-unavailable"\} 1\n/);
});

test('a writer that reports its tokens and then fails costs no more than it reported', async () => {
  const text = await counted(
    [
      { type: 'text', text: 'Some words that were written.' },
      { type: 'usage', tokens: 70, split: { input: 30, output: 40 } },
    ],
    'fails',
  );
  assert.match(text, /token_usage_sum\{[^}]*"input"\} 30\n/);
  assert.match(text, /token_usage_sum\{[^}]*"output"\} 40\n/);
});

test('tokens without a split into input and output are counted as a total', async () => {
  const text = await counted([{ type: 'usage', tokens: 1_000_000 }], 'ends');
  assert.match(text, /token_usage_sum\{[^}]*"total"\} 1000000\n/);
});

test('an abandoned writer is not counted as failed', async () => {
  const text = await counted([{ type: 'text', text: 'Words' }], 'is left');
  assert.match(text, /error_type="cancelled"\} 1\n/);
});
