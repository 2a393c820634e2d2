import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
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
import type { ObserveRequest } from '../core/observed-request.ts';

/** A span, as the steps use it. Attributes may contain only fixed words and numbers. */
export type OpenSpan = {
  /** Adds attributes. */
  set(attributes: Attributes): void;
};

/** Traces: a tree of spans for each answer, sent to a collector in the background. */
export type Tracing = {
  /** Opens the span of the request, as a child of the caller's span if it sent one. */
  readonly observeRequest: ObserveRequest;
  /** Runs a generator of events in the span of the request with this id, if there is one. */
  under<T, R>(requestId: string, events: () => AsyncGenerator<T, R>): AsyncGenerator<T, R>;
  /** Runs work in a child of the current span. */
  inSpan<T>(name: string, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** The same for items that arrive one after the other. */
  eachInSpan<T>(name: string, attributes: Attributes, items: () => AsyncIterable<T>): AsyncGenerator<T>;
  /** A span that started and ended in the past, by `performance.now()`. */
  past(name: string, attributes: Attributes, time: { startMs: number; endMs: number }): void;
  /** Sends the remaining spans, within a short time limit. */
  close(): Promise<void>;
};

/** The collector, and the version of the service. */
export type TracingOptions = {
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
  return createSpans(provider.getTracer('sayso', version), async () => {
    const ended = provider.shutdown().catch(() => undefined);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
  });
}

function createSpans(tracer: Tracer, close: () => Promise<void>): Tracing {
  const current = new AsyncLocalStorage<Span>();
  const parent = (): Context => {
    const span = current.getStore();
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  };
  const open = (name: string, attributes: Attributes = {}) =>
    tracer.startSpan(name, { attributes }, parent());

  return {
    ...createRequestSpans(tracer, current),
    async inSpan(name, work) {
      const span = open(name);
      try {
        return await current.run(span, () => work({ set: (attributes) => span.setAttributes(attributes) }));
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    async *eachInSpan(name, attributes, items) {
      const span = open(name, attributes);
      try {
        yield* eachUnder(current, span, current.run(span, items));
      } catch (error) {
        markFailed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    past(name, attributes, { startMs, endMs }) {
      const startTime = performance.timeOrigin + startMs;
      tracer.startSpan(name, { attributes, startTime }, parent()).end(performance.timeOrigin + endMs);
    },
    close,
  };
}

/** The spans of requests, and the work that runs inside them. */
function createRequestSpans(
  tracer: Tracer,
  current: AsyncLocalStorage<Span>,
): Pick<Tracing, 'observeRequest' | 'under'> {
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
    under(requestId, events) {
      const span = requests.get(requestId);
      return span === undefined ? events() : eachUnder(current, span, events());
    },
  };
}

/** A generator's body runs in the context of each `next` call, so each call runs inside the span. */
async function* eachUnder<T, R>(
  current: AsyncLocalStorage<Span>,
  span: Span,
  items: AsyncIterable<T, R>,
): AsyncGenerator<T, R> {
  const iterator = items[Symbol.asyncIterator]();
  try {
    while (true) {
      const next = await current.run(span, () => iterator.next());
      if (next.done) return next.value;
      yield next.value;
    }
  } finally {
    await current.run(span, () => iterator.return?.());
  }
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
