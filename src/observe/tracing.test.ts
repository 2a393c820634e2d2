import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startTraceCollector } from '../../test/support/trace-collector.ts';
import { Failure } from '../core/failure.ts';
import { createTracing, type Tracing } from './tracing.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE_ID}-b7ad6b7169203331-01`;

/** The spans that some work creates, as `parent > name {attributes}`; `!` marks status 2, an error. */
async function spansOf(work: (tracing: Tracing) => Promise<unknown>) {
  await using collector = await startTraceCollector();
  // Slashes at the end of the address do no harm.
  const tracing = createTracing({ endpoint: `${collector.url}//`, version: '1' });
  await work(tracing);
  await tracing.close();
  const names = new Map(collector.spans.map(({ spanId, name }) => [spanId, name]));
  return collector.spans.map((span) => {
    const { name, parentSpanId = '', attributes } = span;
    const told = attributes.map(({ key, value }) => `${key}=${Object.values(value).join()}`).sort();
    const isError = (span as unknown as { status?: { code?: number } }).status?.code === 2;
    return `${names.get(parentSpanId) ?? parentSpanId} > ${name} {${told.join(' ')}}${isError ? '!' : ''}`;
  });
}

const request = (tracing: Tracing, given: { id?: string; route?: string; traceparent?: string } = {}) =>
  tracing.observeRequest({ id: 'r', method: 'GET', route: '/a', ...given } as Parameters<
    Tracing['observeRequest']
  >[0]);

async function* numbers(tracing: Tracing): AsyncGenerator<number, string> {
  try {
    yield 1;
    yield await tracing.inSpan('step', async (span) => {
      span.set({ count: 2 });
      return 2;
    });
    return 'all';
  } finally {
    await tracing.inSpan('close', async () => undefined);
  }
}

test("the work of an answer is under the span of its request, that under the caller's", async () => {
  const spans = await spansOf(async (tracing) => {
    const watching = request(tracing, { traceparent: CALLER });
    const values = tracing.under('r', () => numbers(tracing));
    assert.deepEqual(
      [await values.next(), await values.next(), await values.next()],
      [
        { done: false, value: 1 },
        { done: false, value: 2 },
        { done: true, value: 'all' },
      ],
    );
    watching.end(200);
  });
  assert.deepEqual(spans, [
    'GET /a > step {count=2}',
    'GET /a > close {}',
    'b7ad6b7169203331 > GET /a {http.request.method=GET http.response.status_code=200 http.route=/a}',
  ]);
});

test('an answer that is left early closes under its span; one of another request has none', async () => {
  const spans = await spansOf(async (tracing) => {
    const watching = request(tracing, { route: '', traceparent: 'nonsense' });
    for await (const value of tracing.under('r', () => numbers(tracing))) if (value === 1) break;
    watching.end(500);
    let isClosed = false;
    async function* slowly() {
      try {
        yield 1;
      } finally {
        await setImmediate();
        isClosed = true;
      }
    }
    request(tracing);
    for await (const _ of tracing.under('r', slowly)) break;
    assert.ok(isClosed);
  });
  assert.deepEqual(spans, [
    'GET > close {}',
    ' > GET {http.request.method=GET http.response.status_code=500 http.route=}!',
  ]);
});

test('work for a request that has ended is not under its span', async () => {
  const spans = await spansOf(async (tracing) => {
    request(tracing).end(200);
    await Array.fromAsync(tracing.under('r', () => numbers(tracing)));
  });
  assert.deepEqual(spans, [
    ' > GET /a {http.request.method=GET http.response.status_code=200 http.route=/a}',
    ' > step {count=2}',
    ' > close {}',
  ]);
});

test('spans name the service and its version', async () => {
  await using collector = await startTraceCollector();
  const tracing = createTracing({ endpoint: collector.url, version: '7.8.9' });
  tracing.past('one', {}, { startMs: 1, endMs: 2 });
  await tracing.close();
  assert.deepEqual(collector.services, ['sayso 7.8.9 by sayso 7.8.9']);
});

test('work returns what it returns, and a failure is passed on and marked with its code alone', async () => {
  const fault = new Failure('search-unavailable', 'a private message');
  const spans = await spansOf(async (tracing) => {
    assert.equal(await tracing.inSpan('now', () => tracing.inSpan('inner', async () => 7)), 7);
    assert.equal(await tracing.inSpan('later', async () => 8), 8);
    await assert.rejects(
      tracing.inSpan('failing', () => Promise.reject(fault)),
      fault,
    );
    async function* items() {
      yield 1;
      throw fault;
    }
    await assert.rejects(Array.fromAsync(tracing.eachInSpan('each', { kind: 'a' }, items)), fault);
    tracing.past('earlier', { count: 1 }, { startMs: 5, endMs: 6 });
    request(tracing).end(499);
  });
  assert.deepEqual(spans, [
    'now > inner {}',
    ' > now {}',
    ' > later {}',
    ' > failing {error.type=search-unavailable}!',
    ' > each {error.type=search-unavailable kind=a}!',
    ' > earlier {count=1}',
    ' > GET /a {http.request.method=GET http.response.status_code=499 http.route=/a}',
  ]);
});

test('a span of the past begins and ends when the work did', async () => {
  await using collector = await startTraceCollector();
  const tracing = createTracing({ endpoint: collector.url, version: '1' });
  tracing.past('earlier', {}, { startMs: 1000, endMs: 1250 });
  await tracing.close();
  const [span] = collector.spans;
  const msOf = (nanos = '0') => Number(BigInt(nanos) / 1_000_000n) - Math.floor(performance.timeOrigin);
  const [startMs, endMs] = [msOf(span?.startTimeUnixNano), msOf(span?.endTimeUnixNano)];
  assert.ok(Math.abs(startMs - 1000) <= 1 && Math.abs(endMs - 1250) <= 1, `${startMs} to ${endMs}`);
});

test('as many spans as may wait are all sent when the service stops', async () => {
  await using collector = await startTraceCollector();
  const tracing = createTracing({ endpoint: collector.url, version: '1' });
  for (let count = 0; count < 4096; count++) tracing.past('one', {}, { startMs: 1, endMs: 2 });
  await tracing.close();
  assert.equal(collector.spans.length, 4096);
});
