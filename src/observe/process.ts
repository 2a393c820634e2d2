import { readdirSync, readFileSync } from 'node:fs';
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metrics } from './metrics.ts';

/** The state of the process itself, checked once a second. */
export type ProcessLoad = Disposable & {
  /** The resource that the process is short of; null if there is none. */
  readonly shortOf: 'time' | 'memory' | null;
  /** Over the last second: the event loop's delay in milliseconds, and its share of busy time. */
  readonly last: { readonly meanDelayMs: number; readonly maxDelayMs: number; readonly utilization: number };
};

/** The measurements; a test provides its own. */
export type LoadProbe = {
  /** The mean and the longest delay of the event loop since the last check, in milliseconds. */
  lookAtLoop(): { readonly meanDelayMs: number; readonly maxDelayMs: number; readonly utilization: number };
  /** The share of the heap's limit in use. */
  heapShare(): number;
};

const LOOK_EVERY_MS = 1000;
/** Callers notice a longer delay, because every event of every answer is late by as much. */
const TOO_LATE_MS = 500;
/** Only so many late seconds in a row count: startup or a garbage collection may cause one. */
const LATE_LOOKS = 2;
/** If a greater share of the heap is in use, V8 only collects garbage, and the process ends soon after. */
const HEAP_SHARE = 0.92;
/** How often the delay is sampled, in milliseconds: precise enough to detect half a second, and cheap. */
const RESOLUTION_MS = 50;
const NS_PER_MS = 1e6;

/** Starts to watch. Dispose it to remove its timers; they do not keep the process alive. */
export function observeProcessLoad(probe: LoadProbe & Partial<Disposable> = createProbe()): ProcessLoad {
  let lateInARow = 0;
  let shortOf: ProcessLoad['shortOf'] = null;
  let last = { meanDelayMs: 0, maxDelayMs: 0, utilization: 0 };
  const look = () => {
    last = probe.lookAtLoop();
    lateInARow = last.meanDelayMs > TOO_LATE_MS ? lateInARow + 1 : 0;
    if (probe.heapShare() > HEAP_SHARE) shortOf = 'memory';
    else shortOf = lateInARow >= LATE_LOOKS ? 'time' : null;
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

function createProbe(): LoadProbe & Disposable {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    lookAtLoop() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      // The histogram contains the times between two samples, so a loop that is never late shows the sampling
      // interval.
      const toDelayMs = (ns: number) => (Number.isNaN(ns) ? 0 : Math.max(0, ns / NS_PER_MS - RESOLUTION_MS));
      const looked = {
        meanDelayMs: toDelayMs(delays.mean),
        maxDelayMs: toDelayMs(delays.max),
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

/** Registers the process's metrics, read at every scrape: memory, CPU, file handles, event loop. */
export function measureProcess(metrics: Metrics, load: ProcessLoad, version: string): void {
  metrics.loopDelay(() => load.last.meanDelayMs / 1000);
  metrics.loopDelayMax(() => load.last.maxDelayMs / 1000);
  metrics.loopUtilization(() => load.last.utilization);
  metrics.overloaded(() =>
    (['time', 'memory'] as const).map((resource) => [{ resource }, Number(load.shortOf === resource)]),
  );
  metrics.heapUsed(() => getHeapStatistics().used_heap_size);
  metrics.heapLimit(() => getHeapStatistics().heap_size_limit);
  metrics.residentMemory(() => process.memoryUsage.rss());
  if (fileHandles() === null)
    for (const name of ['process_open_fds', 'process_max_fds']) metrics.registry.removeSingleMetric(name);
  metrics.openFiles(() => fileHandles()?.open ?? 0);
  metrics.maxFiles(() => fileHandles()?.limit ?? 0);
  metrics.startTime(() => performance.timeOrigin / 1000);
  metrics.build(() => [[{ version, node_version: process.version }, 1]]);
}

/** File handles of this process, including sockets: the number of open ones, and the limit. */
type FileHandles = { readonly open: number; readonly limit: number };

/** What Linux reports (proc_pid_fd(5), proc_pid_limits(5)), or null. "unlimited" is infinite. */
export function fileHandles(): FileHandles | null {
  try {
    // Reading the list itself takes one file handle.
    const open = readdirSync('/proc/self/fd').length - 1;
    const soft = /Max open files +(\S+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    const limit = Number(soft);
    return { open, limit: Number.isNaN(limit) ? Number.POSITIVE_INFINITY : limit };
  } catch {
    return null;
  }
}
