import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { toFailure } from '../core/failure.ts';
import type { Span as OpenStep, Trace, TraceFacts } from '../core/run.ts';
import type { ObserveRequest } from '../core/service.ts';

/** Traces: a tree of spans for each request, sent to a collector in the background. */
export type Tracing = {
  /** Opens the span of the request, as a child of the caller's span if it sent one. */
  readonly observeRequest: ObserveRequest;
  /** Traces the work of the request with this id; undefined if it is not in progress. */
  traceOf(requestId: string): Trace | undefined;
  /** Sends the remaining spans, within a short time limit. */
  close(): Promise<void>;
};

/** The collector, and the version of the service. */
type TracingOptions = {
  /** Base URL of a collector, as in `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string;
  readonly version: string;
};

/** The longest time that one request to the collector may take, in milliseconds. */
const EXPORT_TIMEOUT_MS = 5000;
/** How often spans are sent, in milliseconds. */
const EXPORT_EVERY_MS = 2000;
/** More spans than this waiting are dropped, so that traces delay no answer and use little memory. */
const MAX_QUEUED_SPANS = 4096;
/** The number of spans in one request to the collector. */
const BATCH_SPANS = 512;
/** The longest time for sending the remaining spans, in milliseconds. */
const CLOSE_MS = 2000;

/** Makes the traces. If a collector fails or hangs, only traces are lost. */
export function createTracing({ endpoint, version }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    // At shutdown, all batches are sent at once; if there are more than the exporter's limit, all are lost.
    concurrencyLimit: MAX_QUEUED_SPANS / BATCH_SPANS,
  });
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_QUEUED_SPANS,
    maxExportBatchSize: BATCH_SPANS,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'sayso', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [processor],
  });
  return {
    ...createRequestSpans(provider.getTracer('sayso', version)),
    async close() {
      const ended = provider.shutdown().catch(() => undefined);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    },
  };
}

/** Traces work under a span. */
function traceUnder(tracer: Tracer, parent: Context): Trace {
  const open = (name: string, facts: TraceFacts = {}) =>
    tracer.startSpan(name, { attributes: facts }, parent);
  return Object.assign(
    async <Result>(name: string, step: (span: OpenStep) => Promise<Result>): Promise<Result> => {
      const span = open(name);
      try {
        return await step({
          set: (facts) => void span.setAttributes(facts),
          get trace() {
            return traceUnder(tracer, trace.setSpan(parent, span));
          },
        });
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    {
      async *each<Item>(name: string, facts: TraceFacts, items: AsyncGenerator<Item>) {
        const span = open(name, facts);
        try {
          yield* items;
        } catch (error) {
          markFailed(span, error);
          throw error;
        } finally {
          span.end();
        }
      },
      past(name: string, facts: TraceFacts, { startMs, endMs }: { startMs: number; endMs: number }) {
        const startTime = performance.timeOrigin + startMs;
        tracer.startSpan(name, { attributes: facts, startTime }, parent).end(performance.timeOrigin + endMs);
      },
    },
  );
}

/** The spans of requests, and the traces of the work for them. */
function createRequestSpans(tracer: Tracer): Omit<Tracing, 'close'> {
  const requests = new Map<string, Span>();
  return {
    observeRequest({ id, method, route, traceparent }) {
      const span = tracer.startSpan(
        route === '' ? method : `${method} ${route}`,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
        contextOf(traceparent),
      );
      requests.set(id, span);
      return {
        isStream: () => undefined,
        end(status) {
          requests.delete(id);
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceOf(requestId) {
      const span = requests.get(requestId);
      return span && traceUnder(tracer, trace.setSpan(ROOT_CONTEXT, span));
    },
  };
}

/** Records only the code: messages contain hosts, those of other software may contain anything. */
function markFailed(span: Span, error: unknown): void {
  const { code } = toFailure(error);
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function contextOf(traceparent: string | undefined): Context {
  const remote = traceparent === undefined ? null : parseTraceparent(traceparent);
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote);
}

/** The parts of the header: version, trace, span and flags; later versions may add more. */
const FIELD = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's span in `traceparent` (W3C Trace Context, 3.2); null if it is invalid. */
export function parseTraceparent(text: string): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = '', rest] = FIELD.exec(text.trim()) ?? [];
  if (![traceId, spanId].every((id) => /[1-9a-f]/.test(id))) return null;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
