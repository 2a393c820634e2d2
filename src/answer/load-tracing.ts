import type { WatchRequest } from '../core/request-watch.ts';
import type { Tracing } from '../observe/tracing.ts';
import type { SearchBackend } from '../search/backend.ts';
import type { Research } from '../write/researcher.ts';
import type { Work } from './places.ts';
import type { GatherSteps, Steps } from './steps.ts';

/** Traces, and what wraps the parts of an answer in spans. */
export type LoadedTracing = Pick<Tracing, 'traceparent' | 'close' | 'watchRequest'> & {
  slot<Slot extends { readonly backend: SearchBackend; readonly engine: string }>(slot: Slot): Slot;
  gathering(steps: GatherSteps): GatherSteps;
  steps(steps: Steps): Steps;
  research(research: Research): Research;
  work<Result>(work: Work<Result>): Work<Result>;
};

/** Loads OpenTelemetry; null if no collector is configured. */
export async function loadTracing(endpoint: string | null, version: string): Promise<LoadedTracing | null> {
  if (endpoint === null) return null;
  const { createTracing } = await import('../observe/tracing.ts');
  const { tracedBackend, tracedGathering, tracedResearch, tracedSteps } = await import('./traced-steps.ts');
  const tracing = createTracing({ endpoint, version });
  return {
    ...tracing,
    slot: (slot) => ({ ...slot, backend: tracedBackend(slot.backend, slot.engine, tracing) }),
    gathering: (steps) => tracedGathering(steps, tracing),
    steps: (steps) => tracedSteps(steps, tracing),
    research: (research) => tracedResearch(research, tracing),
    work: (work) => (question, signal) => tracing.under(question.id, () => work(question, signal)),
  };
}

/** Both watch each request. */
export function bothWatching(measured: WatchRequest, tracing: LoadedTracing | null): WatchRequest {
  if (tracing === null) return measured;
  return (request) => {
    const watching = [measured(request), tracing.watchRequest(request)];
    return {
      isStream: () => watching.forEach((one) => void one.isStream()),
      end: (status) => watching.forEach((one) => void one.end(status)),
    };
  };
}
