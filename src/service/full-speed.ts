import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * The space for new objects, in both halves of it. V8 would take four times as much under load and in each
 * thread that reads pages, 150 MB in all, and would save no CPU time by it (measured).
 */
const NEW_SPACE_MB = 8;
const BYTES_PER_MB = 2 ** 20;
/** The space grows after this many collections; an idle service does not have so many. */
const MIN_COLLECTIONS = 100;

/**
 * Lets V8 spend memory on speed again. `bin/sayso.js` turns this off during startup:
 *
 * - Loading 750 files creates so much garbage that V8 would take 64 MB for new objects, while an idle service
 *   needs 12 (measured).
 * - V8 would optimise 200 functions, nearly all of them Node's loader, which run no more after the start.
 *   This took 5 % of the CPU time and 6 MB that were never returned (measured).
 */
export function allowFullSpeed(): void {
  // Threads that start later have the whole space from the beginning.
  for (const flag of [`--min-semi-space-size=${NEW_SPACE_MB / 2}`, '--maglev', '--opt'])
    setFlagsFromString(flag);
  limitNewSpace();
}

/**
 * V8 reads the largest size of this space only when the process starts, but the factor by which it grows at
 * every collection. The space of a service without load stays as small as it was during startup.
 */
function limitNewSpace(): void {
  let collections = 0;
  let factor = 1;
  const growBy = (newFactor: 1 | 2) => {
    if (newFactor !== factor) setFlagsFromString(`--semi-space-growth-factor=${newFactor}`);
    factor = newFactor;
  };
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length;
    growBy(collections >= MIN_COLLECTIONS && newSpaceBytes() < NEW_SPACE_MB * BYTES_PER_MB ? 2 : 1);
  });
  observer.observe({ entryTypes: ['gc'] });
}

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
