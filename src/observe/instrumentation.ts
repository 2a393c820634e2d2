import { deepPlaces } from '../admission/admission.ts';
import type { AnswerPermits, WaitOutcome } from '../admission/answer-permits.ts';
import type { Parts } from '../answer/parts.ts';
import type { CountCacheLookup } from '../cache/cache.ts';
import type { Attempt } from '../core/attempt.ts';
import type { ObserveAnswer, Trace } from '../core/run.ts';
import type { ObserveRequest } from '../core/service.ts';
import type { SlotStatus } from '../core/status.ts';
import type { Writer } from '../write/writer.ts';
import { logAnswers, logFailures, logGathers } from './answer-log.ts';
import {
  measureAnswers,
  measureAttempts,
  measureBreakers,
  measuredWriter,
  measureGathers,
  measureSteps,
  pageReasonClass,
} from './answer-metrics.ts';
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
  readonly countCacheLookup: CountCacheLookup;
  /** Measures what became of each slot in a search that called them. */
  observeAttempts(trail: readonly Attempt[]): void;
  /** Wraps a single model, not a combination with a fallback. */
  writer(writer: Writer, provider: string): Writer;
  readonly observers: Parts['observers'];
  /** Registers the places for answers and for deep answers, whose use is measured. */
  readPlaces(kind: 'answers' | 'deep', places: Pick<AnswerPermits, 'running' | 'waiting'>): void;
  /** Measures a wait for the place of an answer. */
  onWaited(outcome: WaitOutcome, waitedMs: number): void;
  /** Registers the source of the breakers' states. */
  readSlots(read: () => readonly SlotStatus[]): void;
  close(): Promise<void>;
};

/** The settings of the service that configure its metrics and traces. */
type InstrumentSettings = {
  readonly tracesEndpoint: string | null;
  readonly maxConcurrentAnswers: number;
};

type InstrumentParts = {
  readonly log: Log;
  /** Replaces the real measurement of the process, if given. */
  readonly loadProbe?: LoadProbe | undefined;
};

/** OpenTelemetry's names of model providers; others keep their own name. */
const GEN_AI_PROVIDERS: Readonly<Record<string, string>> = {
  'openai-compatible': 'openai',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

/** Creates the configured instruments. OpenTelemetry is loaded only if a collector is configured. */
export async function createInstrumentation(
  settings: InstrumentSettings,
  version: string,
  { log, loadProbe }: InstrumentParts,
): Promise<Instrumentation> {
  const metrics = createMetrics();
  const load = observeProcessLoad(loadProbe);
  measureProcess(metrics, load, version);
  const tracing = await loadTracing(settings.tracesEndpoint, version);
  return {
    traceOf: (requestId) => tracing?.traceOf(requestId),
    metrics,
    load,
    observeRequest: bothObserving(measuredRequests(metrics), tracing),
    countCacheLookup: (cache, outcome) => metrics.cacheLookups.inc({ cache, outcome }),
    observeAttempts: (trail) => measureAttempts(metrics, trail),
    observers: {
      callers: [logAnswers(log), measureAnswers(metrics)],
      runs: [logFailures(log), measureSteps(metrics), tracePages],
      gatherings: [
        ...[logFailures(log), logGathers(log), measureSteps(metrics), measureGathers(metrics)],
        tracePages,
      ],
    },
    writer: (writer, provider) =>
      measuredWriter(writer, {
        metrics,
        provider: GEN_AI_PROVIDERS[provider] ?? provider,
      }),
    readPlaces: (kind, places) => measurePlaces(kind, places, { metrics, settings }),
    onWaited: (outcome, waitedMs) => metrics.queueWait.observe({ outcome }, waitedMs / 1000),
    readSlots: (read) => measureBreakers(metrics, read),
    async close() {
      load[Symbol.dispose]();
      await tracing?.close();
    },
  };
}

/** Loads OpenTelemetry if a collector is configured. */
async function loadTracing(endpoint: string | null, version: string): Promise<Tracing | null> {
  if (endpoint === null) return null;
  return (await import('./tracing.ts')).createTracing({ endpoint, version });
}

/** Traces each page once it was read or skipped. */
const tracePages: ObserveAnswer = ({ trace }) => ({
  see(event) {
    if (event.type !== 'page-read' && event.type !== 'page-skip') return;
    const isRead = event.type === 'page-read';
    const reason = isRead ? '' : pageReasonClass(event.reason);
    const endMs = performance.now();
    const facts = { 'sayso.outcome': isRead ? 'read' : 'skipped', 'sayso.reason': reason };
    trace.past('read page', facts, { startMs: endMs - event.tookMs, endMs });
  },
});

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

function measurePlaces(
  kind: 'answers' | 'deep',
  places: Pick<AnswerPermits, 'running' | 'waiting'>,
  { metrics, settings }: { readonly metrics: Metrics; readonly settings: InstrumentSettings },
): void {
  if (kind === 'deep') {
    metrics.deepPlaces(() => deepPlaces(settings.maxConcurrentAnswers));
    metrics.deepPlacesTaken(() => places.running);
    return;
  }
  metrics.places(() => settings.maxConcurrentAnswers);
  metrics.placesTaken(() => places.running);
  metrics.queueLength(() => places.waiting);
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
