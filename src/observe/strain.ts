import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** How the process itself is doing, looked at once a second. */
export type Strain = Disposable & {
  /** What it is short of, in words; null while all is well. */
  readonly shortOf: 'time' | 'memory' | null;
  /** The last second: how late the event loop came round, in milliseconds, and the share of it that was busy. */
  readonly last: { readonly meanDelayMs: number; readonly maxDelayMs: number; readonly utilization: number };
};

/** What is looked at; a test brings its own. */
export type StrainProbe = {
  /** Mean delay of the event loop since the last look, in milliseconds, and the longest one. */
  lookAtLoop(): { readonly meanDelayMs: number; readonly maxDelayMs: number; readonly utilization: number };
  /** Share of the heap's limit that is in use. */
  heapShare(): number;
};

const LOOK_EVERY_MS = 1000;
/** Above it callers notice: every event of every answer comes so much later. */
const TOO_LATE_MS = 500;
/** One late second may be a start or a collection of garbage. */
const LATE_LOOKS = 2;
/** Above it V8 spends its time on collecting, and the process ends soon after. */
const HEAP_SHARE = 0.92;
/** How often the delay is sampled, in milliseconds: fine enough for half a second, and next to no work. */
const RESOLUTION_MS = 50;
const NS_PER_MS = 1e6;

/** Begins to watch. Dispose it, or its timers stay; they keep no process alive. */
export function watchStrain(probe: StrainProbe & Partial<Disposable> = createProbe()): Strain {
  let late = 0;
  let shortOf: Strain['shortOf'] = null;
  let last = { meanDelayMs: 0, maxDelayMs: 0, utilization: 0 };
  const look = () => {
    last = probe.lookAtLoop();
    late = last.meanDelayMs > TOO_LATE_MS ? late + 1 : 0;
    if (probe.heapShare() > HEAP_SHARE) shortOf = 'memory';
    else shortOf = late >= LATE_LOOKS ? 'time' : null;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return {
    get shortOf() {
      return shortOf;
    },
    get last() {
      return last;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      probe[Symbol.dispose]?.();
    },
  };
}

function createProbe(): StrainProbe & Disposable {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    lookAtLoop() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      // The histogram holds the time between two samples, so a loop that is never late has the resolution itself.
      const late = (ns: number) => (Number.isNaN(ns) ? 0 : Math.max(0, ns / NS_PER_MS - RESOLUTION_MS));
      const looked = {
        meanDelayMs: late(delays.mean),
        maxDelayMs: delays.count === 0 ? 0 : late(delays.max),
        utilization,
      };
      delays.reset();
      return looked;
    },
    heapShare() {
      const { used_heap_size, heap_size_limit } = getHeapStatistics();
      return used_heap_size / heap_size_limit;
    },
    [Symbol.dispose]: () => delays.disable(),
  };
}
