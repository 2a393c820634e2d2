import { deepPlaces, type Work } from '../admission/admission.ts';
import type { AnswerPermits, WaitOutcome } from '../admission/answer-permits.ts';
import type { AnswerDeps, GatherDeps } from '../answer/steps.ts';
import type { CountCacheLookup } from '../cache/stored.ts';
import type { SlotPosition } from '../core/attempt.ts';
import type { ObserveAnswer } from '../core/events.ts';
import type { ObserveRequest } from '../core/observed-request.ts';
import type { SlotStatus } from '../core/status.ts';
import type { Search, SearchBackend } from '../search/search.ts';
import type { Researcher, Writer } from '../write/writer.ts';
import { logAnswers, logFailures, logGathers } from './answer-log.ts';
import {
  measureAnswers,
  measureAttempts,
  measureBreakers,
  measureGathers,
  measureSteps,
} from './answer-metrics.ts';
import type { Log } from './log.ts';
import { measuredWriter } from './measured-writer.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type LoadProbe, measureProcess, observeProcessLoad, type ProcessLoad } from './process.ts';
import type { Tracing } from './tracing.ts';

/** Puts the parts of an answer into spans of a trace; without a collector, they stay as they are. */
type Tracers = {
  slot<Slot extends TracedSlot>(slot: Slot): Slot;
  gathering(steps: GatherDeps): GatherDeps;
  steps(steps: AnswerDeps): AnswerDeps;
  researcher(researcher: Researcher): Researcher;
  /** The outermost wrapper, so that the trace includes the work of every other wrapper. */
  traced<Result>(work: Work<Result>): Work<Result>;
};

/** Observes how answers are made: always with metrics, and with traces if a collector is configured. */
export type Instrumentation = Tracers & {
  readonly metrics: Metrics;
  readonly load: ProcessLoad;
  readonly observeRequest: ObserveRequest;
  readonly countCacheLookup: CountCacheLookup;
  /** Wraps the search that calls the slots, which is inside the cache. */
  search(search: Search): Search;
  /** Watchers for the answerer that makes the answers: they log failures and measure steps. */
  readonly run: readonly ObserveAnswer[];
  /** Watchers for each caller of an answer. */
  readonly callers: readonly ObserveAnswer[];
  /** Wraps a single model, not a combination with a fallback. */
  writer(writer: Writer, provider: string): Writer;
  /** Watchers for each caller who gathers evidence. */
  readonly gatherers: readonly ObserveAnswer[];
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

type TracedSlot = { readonly backend: SearchBackend; readonly position: SlotPosition };

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
  const { tracing, tracers } = await loadTracing(settings.tracesEndpoint, version);
  return {
    ...tracers,
    metrics,
    load,
    observeRequest: bothObserving(measuredRequests(metrics), tracing),
    countCacheLookup: (cache, outcome) => metrics.cacheLookups.inc({ cache, outcome }),
    search: (search) => async (query, budgetMs, signal) => {
      const report = await search(query, budgetMs, signal);
      measureAttempts(metrics, report.trail);
      return report;
    },
    run: [logFailures(log), measureSteps(metrics)],
    callers: [logAnswers(log), measureAnswers(metrics)],
    writer: (writer, provider) =>
      measuredWriter(writer, {
        metrics,
        provider: GEN_AI_PROVIDERS[provider] ?? provider,
      }),
    gatherers: [logFailures(log), logGathers(log), measureSteps(metrics), measureGathers(metrics)],
    readPlaces: (kind, places) => measurePlaces(kind, places, { metrics, settings }),
    onWaited: (outcome, waitedMs) => metrics.queueWait.observe({ outcome }, waitedMs / 1000),
    readSlots: (read) => measureBreakers(metrics, read),
    async close() {
      load[Symbol.dispose]();
      await tracing?.close();
    },
  };
}

const same = <Part>(part: Part) => part;
const UNTRACED: Tracers = { slot: same, gathering: same, steps: same, researcher: same, traced: same };

/** Loads OpenTelemetry if a collector is configured. */
async function loadTracing(
  endpoint: string | null,
  version: string,
): Promise<{ readonly tracing: Tracing | null; readonly tracers: Tracers }> {
  if (endpoint === null) return { tracing: null, tracers: UNTRACED };
  const { createTracing } = await import('./tracing.ts');
  const { tracedBackend, tracedGathering, tracedResearcher, tracedSteps } = await import('./traced-steps.ts');
  const tracing = createTracing({ endpoint, version });
  const tracers: Tracers = {
    slot: (slot) => ({ ...slot, backend: tracedBackend(slot.backend, slot.position, tracing) }),
    gathering: (steps) => tracedGathering(steps, tracing),
    steps: (steps) => tracedSteps(steps, tracing),
    researcher: (researcher) => tracedResearcher(researcher, tracing),
    traced: (work) => (question, signal, endEarly) =>
      tracing.under(question.id, () => work(question, signal, endEarly)),
  };
  return { tracing, tracers };
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
