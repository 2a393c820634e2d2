import { readdirSync, readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { type Metrics, unlabelled } from './metrics.ts';
import type { ProcessLoad } from './process-load.ts';

const MS_PER_SECOND = 1000;
const US_PER_SECOND = 1_000_000;

/** Registers the process's metrics, read at every scrape: memory, CPU, file handles, event loop. */
export function readProcess(metrics: Metrics, load: ProcessLoad, version: string): void {
  const startedAtSeconds = performance.timeOrigin / MS_PER_SECOND;
  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / US_PER_SECOND;
  };
  metrics.read('loopDelay', () => unlabelled(load.last.meanDelayMs / MS_PER_SECOND));
  metrics.read('loopDelayMax', () => unlabelled(load.last.maxDelayMs / MS_PER_SECOND));
  metrics.read('loopUtilization', () => unlabelled(load.last.utilization));
  metrics.read('overloaded', () =>
    (['time', 'memory'] as const).map((resource) => ({
      labels: { resource },
      value: load.shortOf === resource ? 1 : 0,
    })),
  );
  metrics.read('heapUsed', () => unlabelled(getHeapStatistics().used_heap_size));
  metrics.read('heapLimit', () => unlabelled(getHeapStatistics().heap_size_limit));
  metrics.read('residentMemory', () => unlabelled(process.memoryUsage.rss()));
  metrics.read('cpuSeconds', () => unlabelled(cpuSeconds()));
  metrics.read('openFiles', () => {
    const handles = fileHandles();
    return handles === null ? [] : unlabelled(handles.open);
  });
  metrics.read('maxFiles', () => {
    const handles = fileHandles();
    return handles === null ? [] : unlabelled(handles.limit);
  });
  metrics.read('startTime', () => unlabelled(startedAtSeconds));
  metrics.read('build', () => [{ labels: { version, node_version: process.version }, value: 1 }]);
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
