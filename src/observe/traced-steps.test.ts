import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerDeps, GatherDeps } from '../answer/steps.ts';
import type { Question } from '../core/question.ts';
import type { Reading } from '../read/reading.ts';
import { found, SENDS_NOTHING } from '../search/search.ts';
import type { Researcher } from '../write/writer.ts';
import { tracedBackend, tracedGathering, tracedResearcher, tracedSteps } from './traced-steps.ts';
import type { Tracing } from './tracing.ts';

const { signal } = new AbortController();
const scope = {} as Question['scope'];
const first = { text: 'q', history: [] } as unknown as Question;
const followUp = { text: 'q', history: [{ question: 'a', answer: 'b' }] } as unknown as Question;

/** A step that records its arguments and always returns the same result. */
const noting =
  <T>(asked: unknown[], result: T) =>
  async (...given: unknown[]) => {
    asked.push(given);
    return result;
  };

/** Tracing that records each span with its attributes, and whether work ran inside it. */
function noted() {
  const spans: (readonly [name: string, attributes: Readonly<Record<string, unknown>>])[] = [];
  const tracing = {
    async inSpan(name, work) {
      const attributes = {};
      spans.push([name, attributes]);
      return await work({ set: (more) => Object.assign(attributes, more) });
    },
    async *eachInSpan(name, attributes, items) {
      spans.push([name, attributes]);
      yield* items();
    },
    past(name, attributes, { startMs, endMs }) {
      spans.push([name, { ...attributes, isForward: endMs >= startMs, tookMs: Math.round(endMs - startMs) }]);
    },
  } as Tracing;
  return { tracing, spans };
}

test('each step of gathering runs in a span, and a first question has none for condensing', async () => {
  const { tracing, spans } = noted();
  const asked: unknown[] = [];
  const readings: readonly Reading[] = [
    { status: 'read', page: { url: 'u' } as never, tookMs: 40 },
    { status: 'skipped', url: 'v', reason: 'it took too long', isLate: true, tookMs: 20 },
  ];
  const steps = {
    readMessage: noting(asked, { query: 'c', isGuess: false, tokens: 1 }),
    search: noting(asked, { slot: 2, outcome: { status: 'empty' } }),
    reading: {
      timeoutMs: 5,
      maxPages: 3,
      read: async function* (...given: unknown[]) {
        asked.push(given);
        yield* readings;
      },
    },
    select: noting(asked, []),
  } as unknown as GatherDeps;
  const traced = tracedGathering(steps, tracing);
  assert.deepEqual(await traced.readMessage(first, 10, signal), { query: 'c', isGuess: false, tokens: 1 });
  assert.deepEqual(spans, []);
  assert.deepEqual(await traced.readMessage(followUp, 11, signal), { query: 'c', isGuess: false, tokens: 1 });
  const query = { text: 'q', limit: 1, scope };
  const report = await traced.search(query, 12, signal);
  assert.equal(report.slot, 2);
  assert.equal(traced.reading?.timeoutMs, 5);
  assert.equal(traced.reading?.maxPages, 3);
  const read: Reading[] = [];
  for await (const reading of traced.reading?.read([], { timeoutMs: 13 }, signal) ?? []) read.push(reading);
  assert.deepEqual(read, readings);
  const choice = { question: first, hits: [], pages: new Map(), contextTokens: 1 };
  assert.deepEqual(await traced.select(choice, 100, signal), []);
  assert.deepEqual(asked, [
    [first, 10, signal],
    [followUp, 11, signal],
    [query, 12, signal],
    [[], { timeoutMs: 13 }, signal],
    [choice, 100, signal],
  ]);
  // All signals are equal for `deepEqual`.
  for (const given of asked) assert.equal((given as readonly unknown[]).at(-1), signal);
  assert.deepEqual(spans, [
    ['read message', {}],
    ['search', { 'sayso.search_engine': 2, 'sayso.outcome': 'empty' }],
    ['read', {}],
    ['read page', { 'sayso.outcome': 'read', 'sayso.reason': '', isForward: true, tookMs: 40 }],
    ['read page', { 'sayso.outcome': 'skipped', 'sayso.reason': 'too_late', isForward: true, tookMs: 20 }],
    ['select', {}],
  ]);
  assert.equal(tracedGathering({ ...steps, reading: null }, tracing).reading, null);
});

test('the writer, the check and the rendering each have a span, and do the same work', async () => {
  const { tracing, spans } = noted();
  const steps = {
    writer: {
      name: 'model',
      needsSources: true,
      async *write(task: unknown, given: AbortSignal) {
        yield { type: 'text', text: `${task} ${given === signal}` };
      },
    },
    createCitationFilter: (_: unknown, language: string) => ({
      push: (piece: string) => `${piece} ${language}`,
      moves: [{ was: 2, now: 1, at: 5 }],
      end: () => 'end',
    }),
    render: (...given: readonly unknown[]) => ({ html: JSON.stringify(given), speech: '' }),
    contextTokens: 77,
  } as unknown as AnswerDeps;
  const traced = tracedSteps(steps, tracing);
  assert.equal(traced.contextTokens, 77);
  assert.equal(traced.writer?.name, 'model');
  assert.equal(traced.writer?.needsSources, true);
  const parts: unknown[] = [];
  for await (const part of traced.writer?.write('task' as never, signal) ?? []) parts.push(part);
  assert.deepEqual(parts, [{ type: 'text', text: 'task true' }]);
  const filter = traced.createCitationFilter([], 'en');
  assert.equal(filter.push('piece'), 'piece en');
  assert.deepEqual(filter.moves, [{ was: 2, now: 1, at: 5 }]);
  assert.equal(filter.end(), 'end');
  assert.equal((await traced.render('md', [], 'en')).html, '["md",[],"en"]');
  const [write, check, render] = spans;
  assert.equal(spans.length, 3);
  assert.deepEqual(write, ['write', { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'model' }]);
  assert.equal(check?.[0], 'check');
  assert.equal(check?.[1].isForward, true);
  const busyMs = check?.[1]['sayso.busy_ms'];
  assert.ok(typeof busyMs === 'number' && busyMs >= 0 && busyMs < 60_000, String(busyMs));
  assert.deepEqual(render, ['render', {}]);
  assert.equal(tracedSteps({ ...steps, writer: null }, tracing).writer, null);
});

test('each call of a back-end has a span with the name of its slot', async () => {
  const { tracing, spans } = noted();
  const asked: unknown[] = [];
  const backend = {
    sends: SENDS_NOTHING,
    search: noting(asked, found([])),
  };
  const traced = tracedBackend(backend, 3, tracing);
  assert.equal(traced.sends, SENDS_NOTHING);
  const query = { text: 'q', limit: 2, scope };
  assert.deepEqual(await traced.search(query, signal), { status: 'empty' });
  assert.deepEqual(asked, [[query, signal]]);
  assert.equal((asked[0] as readonly unknown[])[1], signal);
  assert.deepEqual(spans, [['search slot 3', { 'sayso.outcome': 'empty' }]]);
});

test('each decision of the research has a span with its numbers of queries and calls', async () => {
  const { tracing, spans } = noted();
  const asked: unknown[] = [];
  const planned = { queries: ['a', 'b'], tokens: 7, calls: 1 };
  const researcher = { plan: noting(asked, planned), findGap: noting(asked, { ...planned, queries: [] }) };
  const traced = tracedResearcher(researcher as unknown as Researcher, tracing);
  assert.equal(await traced.plan('meaning', 3 as never, signal), planned);
  assert.deepEqual((await traced.findGap('known' as never, 3 as never, signal)).queries, []);
  assert.deepEqual(asked, [
    ['meaning', 3, signal],
    ['known', 3, signal],
  ]);
  assert.deepEqual(spans, [
    ['plan', { 'sayso.queries': 2, 'sayso.calls': 1 }],
    ['find gap', { 'sayso.queries': 0, 'sayso.calls': 1 }],
  ]);
});
