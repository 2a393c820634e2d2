import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedPort, serve } from './support/local-server.ts';
import { startModelServer } from './support/model-server.ts';
import { startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';
import { type CollectedSpan, startTraceCollector } from './support/trace-collector.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE_ID}-b7ad6b7169203331-01`;

/** The spans of one question to a failing slot and a working one, by name. */
async function trace() {
  await using search = await startSearchServer();
  await using broken = await startSearchServer(withStatus(500));
  await using model = await startModelServer();
  await using collector = await startTraceCollector();
  const service = await startTestService({
    SEARCH_PRIMARY_URL: broken.url,
    SEARCH_SECONDARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const headers = { traceparent: CALLER };
  const reply = await fetch(`${service.url}/api/v1/query?q=a+private+question`, { headers });
  assert.equal(reply.status, 200);
  await reply.text();
  await service.stop();
  const of = (name: string): CollectedSpan => {
    const found = collector.spans.find((span) => span.name === name);
    assert.ok(found, `${name} among ${collector.spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  return { spans: collector.spans, of };
}

test('an answer is a tree of spans, one per step, under the span of its caller', async () => {
  const { spans, of } = await trace();
  const request = of('GET /api/v1/query');
  assert.equal(request.parentSpanId, 'b7ad6b7169203331');
  for (const span of spans) assert.equal(span.traceId, TRACE_ID);
  for (const step of ['search', 'select', 'write', 'check', 'render'])
    assert.equal(of(step).parentSpanId, request.spanId, step);
  for (const slot of ['search slot 1', 'search slot 2'])
    assert.equal(of(slot).parentSpanId, of('search').spanId, slot);
  const nanos = (span: CollectedSpan) => [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
  for (const name of ['search', 'write', 'check', 'render']) {
    const [start = 0n, end = 0n] = nanos(of(name));
    const [first = 0n, last = 0n] = nanos(request);
    const slackNs = 2_000_000n;
    assert.ok(start >= first - slackNs && end >= start && end <= last + slackNs, name);
  }
});

test('no attribute contains the question or the results', async () => {
  const { spans } = await trace();
  assert.doesNotMatch(JSON.stringify(spans), /private|axolotl|127\.0\.0\.1|salamander/i);
});

test('a collector that refuses, fails or hangs affects no answer', async () => {
  await using search = await startSearchServer();
  await using failing = await startTraceCollector(500);
  let waiting = 0;
  await using hanging = await serve((_request, response) => {
    waiting++;
    response.on('close', () => waiting--);
  });
  const refusing = `http://127.0.0.1:${await closedPort()}`;
  for (const url of [refusing, failing.url, hanging.url]) {
    const service = await startTestService({
      SEARCH_PRIMARY_URL: search.url,
      MODEL_PROVIDER: 'extractive',
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
    });
    assert.equal((await fetch(`${service.url}/api/v1/query?q=axolotl`)).status, 200);
    await service.stop();
    // The exporter itself would wait longer: the call was still open when the service stopped.
    if (url === hanging.url) assert.ok(waiting > 0, 'and does not delay the stop');
  }
});
