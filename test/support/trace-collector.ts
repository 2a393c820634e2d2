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
    readonly resource?: { readonly attributes?: CollectedSpan['attributes'] };
    readonly scopeSpans: readonly {
      readonly scope?: { readonly name?: string; readonly version?: string };
      readonly spans: readonly CollectedSpan[];
    }[];
  }[];
};

/** A collector that accepts OTLP over HTTP as JSON (OTLP 1.x, "OTLP/HTTP"). */
type TraceCollector = AsyncDisposable & {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** For each group of spans, the service and what made the spans: "NAME VERSION by NAME VERSION". */
  readonly services: readonly string[];
};

/** Starts a collector that answers every export with `status`. */
export async function startTraceCollector(status = 200): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const services: string[] = [];
  const server = await serve(async (request, response) => {
    const body = (await json(request)) as Export;
    if (request.url === '/v1/traces')
      for (const { resource, scopeSpans } of body.resourceSpans)
        for (const { scope, spans: received } of scopeSpans) {
          const of = (name: string) =>
            resource?.attributes?.find(({ key }) => key === `service.${name}`)?.value.stringValue;
          services.push(`${of('name')} ${of('version')} by ${scope?.name} ${scope?.version}`);
          spans.push(...received);
        }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  return { url: server.url, spans, services, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
