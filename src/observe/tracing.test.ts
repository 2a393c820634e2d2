import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { startTraceCollector } from '../../test/support/trace-collector.ts';
import { Failure } from '../core/failure.ts';
import { createTracing, parseTraceparent, type Tracing } from './tracing.ts';

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

test("the steps of a request are under its span, their parts under theirs, and it is under the caller's", async () => {
  const spans = await spansOf(async (tracing) => {
    const watching = request(tracing, { traceparent: CALLER });
    const trace = tracing.traceOf('r') ?? assert.fail('no trace');
    const result = await trace('step', async (span) => {
      span.set({ count: 2 });
      return span.trace('part', async () => 7);
    });
    assert.equal(result, 7);
    watching.end(200);
    assert.equal(tracing.traceOf('r'), undefined);
  });
  assert.deepEqual(spans, [
    'step > part {}',
    'GET /a > step {count=2}',
    'b7ad6b7169203331 > GET /a {http.request.method=GET http.response.status_code=200 http.route=/a}',
  ]);
});

test('a failure of a step is passed on and marked with its code alone', async () => {
  const fault = new Failure('search-unavailable', 'a private message');
  const spans = await spansOf(async (tracing) => {
    const watching = request(tracing, { route: '', traceparent: 'nonsense' });
    const trace = tracing.traceOf('r') ?? assert.fail('no trace');
    await assert.rejects(
      trace('failing', () => Promise.reject(fault)),
      fault,
    );
    async function* items() {
      yield 1;
      throw fault;
    }
    await assert.rejects(Array.fromAsync(trace.each('each', { kind: 'a' }, items())), fault);
    for await (const _ of trace.each('left', {}, items())) break;
    trace.past('earlier', { count: 1 }, { startMs: 5, endMs: 6 });
    watching.end(500);
  });
  assert.deepEqual(spans, [
    'GET > failing {error.type=search-unavailable}!',
    'GET > each {error.type=search-unavailable kind=a}!',
    'GET > left {}',
    'GET > earlier {count=1}',
    ' > GET {http.request.method=GET http.response.status_code=500 http.route=}!',
  ]);
});

test('as many spans as may wait are all sent when the service stops', async () => {
  await using collector = await startTraceCollector();
  const tracing = createTracing({ endpoint: collector.url, version: '1' });
  request(tracing);
  for (let count = 0; count < 4096; count++) tracing.traceOf('r')?.past('one', {}, { startMs: 1, endMs: 2 });
  await tracing.close();
  assert.equal(collector.spans.length, 4096);
});

const VALID = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a field with anything before, after or between its parts is refused', () => {
  for (const text of [
    `0${VALID}`,
    `${VALID}0`,
    `${VALID} more`,
    VALID.replaceAll('-', ''),
    VALID.replaceAll('-', '--'),
  ])
    assert.equal(parseTraceparent(text), null, text);
  assert.notEqual(parseTraceparent(` ${VALID}\t`), null);
});

const hex = (length: number) =>
  fc
    .array(fc.nat(15), { minLength: length, maxLength: length })
    .map((digits) => digits.map((digit) => digit.toString(16)).join(''));

test('ids are read as they are, unless all digits are zero, and only the flag for sampling is', () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.nat(255), (traceId, spanId, flags) => {
      const context = parseTraceparent(`00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`);
      const isZero = /^0*$/.test(traceId) || /^0*$/.test(spanId);
      assert.deepEqual(context, isZero ? null : { traceId, spanId, traceFlags: flags % 2, isRemote: true });
    }),
    {
      examples: [
        [`0${'1'.repeat(31)}`, '1'.repeat(16), 1],
        [`${'1'.repeat(31)}0`, `${'1'.repeat(15)}0`, 0],
      ],
    },
  );
});
