import type { Parts } from '../answer/parts.ts';
import type { Attempt } from '../core/attempt.ts';
import type { Trace } from '../core/run.ts';
import type { ObserveRequest } from '../core/service.ts';
import { observeCallers, observeGatherings, observeSteps } from './answers.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type LoadProbe, measureProcess, observeProcessLoad, type ProcessLoad } from './process.ts';
import type { Tracing } from './tracing.ts';

/** Observes how answers are made: always with metrics, and with traces if a collector is configured. */
export type Instrumentation = {
  /** Traces the work of a request; undefined if no collector is configured. */
  traceOf(requestId: string): Trace | undefined;
  readonly metrics: Metrics;
  readonly load: ProcessLoad;
  readonly observeRequest: ObserveRequest;
  /** Measures what became of each slot in a search that called them. */
  observeAttempts(trail: readonly Attempt[]): void;
  readonly observers: Parts['observers'];
  close(): Promise<void>;
};

type InstrumentParts = {
  readonly log: Log;
  /** Replaces the real measurement of the process, if given. */
  readonly loadProbe?: LoadProbe | undefined;
};

/** Creates the configured instruments. OpenTelemetry is loaded only if there is a collector at `endpoint`. */
export async function openInstruments(
  endpoint: string | null,
  version: string,
  { log, loadProbe }: InstrumentParts,
): Promise<Instrumentation> {
  const metrics = createMetrics();
  const load = observeProcessLoad(loadProbe);
  measureProcess(metrics, load, version);
  const tracing =
    endpoint === null ? null : (await import('./tracing.ts')).createTracing({ endpoint, version });
  const outputs = { log, metrics };
  return {
    traceOf: (requestId) => tracing?.traceOf(requestId),
    metrics,
    load,
    observeRequest: bothObserving(measuredRequests(metrics), tracing),
    observeAttempts(trail) {
      for (const { slot, status, tookMs } of trail)
        metrics.searchDuration.observe({ search_engine: slot, outcome: status }, tookMs / 1000);
    },
    observers: {
      callers: [observeCallers(outputs)],
      runs: [observeSteps(outputs)],
      gatherings: [observeSteps(outputs), observeGatherings(outputs)],
    },
    async close() {
      load[Symbol.dispose]();
      await tracing?.close();
    },
  };
}

/** Combines the metrics and the traces, so that both watch each request. */
function bothObserving(measured: ObserveRequest, tracing: Tracing | null): ObserveRequest {
  if (tracing === null) return measured;
  return (request) => {
    const watching = [measured(request), tracing.observeRequest(request)];
    return {
      isStream: () => watching.forEach((one) => void one.isStream()),
      end: (status) => watching.forEach((one) => void one.end(status)),
    };
  };
}

/** Counts requests, including those in progress and open streams. */
export function measuredRequests(metrics: Metrics): ObserveRequest {
  return ({ method, route }) => {
    const startedAtMs = performance.now();
    let isStream = false;
    let isOver = false;
    metrics.activeRequests.inc();
    return {
      isStream() {
        // The caller may leave before the first event.
        if (isOver) return;
        isStream = true;
        metrics.openStreams.inc();
      },
      end(status) {
        isOver = true;
        metrics.activeRequests.dec();
        if (isStream) metrics.openStreams.dec();
        metrics.requestDuration.observe(
          { http_request_method: method, http_route: route, http_response_status_code: String(status) },
          (performance.now() - startedAtMs) / 1000,
        );
      },
    };
  };
}
