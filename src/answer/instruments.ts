import type { WatchAnswer } from '../core/events.ts';
import type { WatchRequest } from '../core/request-watch.ts';
import type { SlotStatus } from '../core/status.ts';
import type { CountCacheLookup } from '../core/stored.ts';
import { logAnswers, logFailures, logGathers } from '../observe/answer-log.ts';
import {
  measureAnswers,
  measureAttempts,
  measureBreakers,
  measureGathers,
  measureSteps,
} from '../observe/answer-metrics.ts';
import type { Log } from '../observe/log.ts';
import { measuredRequests } from '../observe/measured-requests.ts';
import { createMetrics, type Metrics, one } from '../observe/metrics.ts';
import { readProcess } from '../observe/process-metrics.ts';
import { type Strain, type StrainProbe, watchStrain } from '../observe/strain.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { SearchBackend } from '../search/backend.ts';
import type { Search } from '../search/search.ts';
import type { Research } from '../write/researcher.ts';
import type { Writer } from '../write/writer.ts';
import { measuredWriter, type Price } from './measured-writer.ts';
import { type Admission, createPlaces, type Work } from './places.ts';
import type { GatherSteps, Steps } from './steps.ts';

/** Puts the parts of an answer into spans of a trace; without a collector, they stay as they are. */
type Tracers = {
  slot<Slot extends TracedSlot>(slot: Slot): Slot;
  gathering(steps: GatherSteps): GatherSteps;
  steps(steps: Steps): Steps;
  research(research: Research): Research;
  /** The outermost wrapper, so that the trace includes the work of every other wrapper. */
  traced<Result>(work: Work<Result>): Work<Result>;
};

/** Observes how answers are made: always with metrics, and with traces if a collector is configured. */
export type Instruments = Tracers & {
  readonly metrics: Metrics;
  readonly strain: Strain;
  readonly watchRequest: WatchRequest;
  readonly countCacheLookup: CountCacheLookup;
  /** Trace headers for calls to configured hosts; empty unless the settings enable them. */
  traceHeaders(): Readonly<Record<string, string>>;
  /** Wraps the search that calls the slots, which is inside the cache. */
  search(search: Search): Search;
  /** Watchers for the answerer that makes the answers: they log failures and measure steps. */
  readonly run: readonly WatchAnswer[];
  /** Watchers for each caller of an answer. */
  readonly callers: readonly WatchAnswer[];
  /** Wraps a single model, not a combination with a fallback. */
  writer(writer: Writer, provider: string, isFirst: boolean): Writer;
  /** Watchers for each caller who gathers evidence. */
  readonly gatherers: readonly WatchAnswer[];
  /** Admits answers and other work up to the configured number, unless the process is overloaded. */
  readonly admission: Admission;
  /** Admits deep answers up to their own configured number. */
  readonly deepAdmission: Admission;
  /** Admits requests that read pages, which leave the places for answers alone. */
  readonly readAdmission: Admission;
  /** Registers the source of the breakers' states. */
  readSlots(read: () => readonly SlotStatus[]): void;
  close(): Promise<void>;
};

/** The settings of the service that configure its metrics and traces. */
type InstrumentSettings = {
  readonly tracesEndpoint: string | null;
  /** Whether calls to configured hosts include the trace headers. */
  readonly tracesUpstream: boolean;
  /** The prices of a million tokens. */
  readonly modelPriceInput: number | null;
  readonly modelPriceOutput: number | null;
  readonly maxConcurrentAnswers: number;
  readonly maxConcurrentDeep: number;
  readonly queueTimeoutMs: number;
};

type InstrumentParts = {
  readonly log: Log;
  /** Replaces the real measurement of the process, if given. */
  readonly strainProbe?: StrainProbe | undefined;
};

type TracedSlot = { readonly backend: SearchBackend; readonly engine: string };

/** OpenTelemetry's names of model providers; others keep their own name. */
const GEN_AI_PROVIDERS: Readonly<Record<string, string>> = {
  'openai-compatible': 'openai',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
};

/** Creates the configured instruments. OpenTelemetry is loaded only if a collector is configured. */
export async function createInstruments(
  settings: InstrumentSettings,
  version: string,
  { log, strainProbe }: InstrumentParts,
): Promise<Instruments> {
  const metrics = createMetrics();
  const strain = watchStrain(strainProbe);
  readProcess(metrics, strain, version);
  const { tracing, tracers } = await loadTracing(settings.tracesEndpoint, version);
  const isStrained = () => strain.shortOf !== null;
  return {
    ...tracers,
    metrics,
    strain,
    watchRequest: bothWatching(measuredRequests(metrics), tracing),
    countCacheLookup: (cache, outcome) => metrics.count('cacheLookups', { cache, outcome }),
    traceHeaders() {
      const traceparent = settings.tracesUpstream ? tracing?.traceparent() : null;
      return traceparent === null || traceparent === undefined ? {} : { traceparent };
    },
    search: (search) => async (query, budgetMs, signal) => {
      const report = await search(query, budgetMs, signal);
      measureAttempts(metrics, report.trail);
      return report;
    },
    run: [logFailures(log), measureSteps(metrics)],
    callers: [logAnswers(log), measureAnswers(metrics)],
    writer: (writer, provider, isFirst) =>
      measuredWriter(writer, {
        metrics,
        provider: GEN_AI_PROVIDERS[provider] ?? provider,
        price: isFirst ? priceOf(settings) : null,
      }),
    gatherers: [logFailures(log), logGathers(log), measureSteps(metrics), measureGathers(metrics)],
    admission: { places: measuredPlaces(settings, metrics), isStrained },
    deepAdmission: { places: deepPlaces(settings, metrics), isStrained },
    readAdmission: { places: readPlaces(settings), isStrained },
    readSlots: (read) => measureBreakers(metrics, read),
    async close() {
      strain[Symbol.dispose]();
      await tracing?.close();
    },
  };
}

const same = <Part>(part: Part) => part;
const UNTRACED: Tracers = { slot: same, gathering: same, steps: same, research: same, traced: same };

/** Loads OpenTelemetry if a collector is configured. */
async function loadTracing(
  endpoint: string | null,
  version: string,
): Promise<{ readonly tracing: Tracing | null; readonly tracers: Tracers }> {
  if (endpoint === null) return { tracing: null, tracers: UNTRACED };
  const { createTracing } = await import('../observe/tracing.ts');
  const { tracedBackend, tracedGathering, tracedResearch, tracedSteps } = await import('./traced-steps.ts');
  const tracing = createTracing({ endpoint, version });
  const tracers: Tracers = {
    slot: (slot) => ({ ...slot, backend: tracedBackend(slot.backend, slot.engine, tracing) }),
    gathering: (steps) => tracedGathering(steps, tracing),
    steps: (steps) => tracedSteps(steps, tracing),
    research: (research) => tracedResearch(research, tracing),
    traced: (work) => (question, signal) => tracing.under(question.id, () => work(question, signal)),
  };
  return { tracing, tracers };
}

/** Combines the metrics and the traces, so that both watch each request. */
function bothWatching(measured: WatchRequest, tracing: Tracing | null): WatchRequest {
  if (tracing === null) return measured;
  return (request) => {
    const watching = [measured(request), tracing.watchRequest(request)];
    return {
      isStream: () => watching.forEach((one) => void one.isStream()),
      end: (status) => watching.forEach((one) => void one.end(status)),
    };
  };
}

/** A cost calculated with only one of the two prices would be wrong. */
function priceOf({ modelPriceInput, modelPriceOutput }: InstrumentSettings): Price | null {
  return modelPriceInput === null || modelPriceOutput === null
    ? null
    : { input: modelPriceInput, output: modelPriceOutput };
}

function measuredPlaces({ maxConcurrentAnswers, queueTimeoutMs }: InstrumentSettings, metrics: Metrics) {
  const places = createPlaces({
    count: maxConcurrentAnswers,
    queueTimeoutMs,
    onWaited: (outcome, waitedMs) => metrics.observe('queueWait', { outcome }, waitedMs / 1000),
  });
  metrics.read('places', () => one(maxConcurrentAnswers));
  metrics.read('placesTaken', () => one(places.running));
  metrics.read('queueLength', () => one(places.waiting));
  return places;
}

/** As many places as for answers; one caller gets at most half of them. */
function readPlaces({ maxConcurrentAnswers: count, queueTimeoutMs }: InstrumentSettings) {
  return createPlaces({ count, mostOfCaller: Math.ceil(count / 2), queueTimeoutMs });
}

function deepPlaces({ maxConcurrentDeep: count, queueTimeoutMs }: InstrumentSettings, metrics: Metrics) {
  const places = createPlaces({ count, queueTimeoutMs });
  metrics.read('deepPlaces', () => one(count));
  metrics.read('deepPlacesTaken', () => one(places.running));
  return places;
}
