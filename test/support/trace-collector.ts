import { json } from 'node:stream/consumers';
import { serve } from './local-server.ts';

/** A received span. */
export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
};

type Export = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
};

/** A collector that accepts OTLP over HTTP as JSON (OTLP 1.x, "OTLP/HTTP"). */
export type TraceCollector = AsyncDisposable & {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
};

/** Starts a collector that answers every export with `status`. */
export async function startTraceCollector(status = 200): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = await serve(async (request, response) => {
    const body = (await json(request)) as Export;
    if (request.url === '/v1/traces')
      for (const { scopeSpans } of body.resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  return { url: server.url, spans, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
