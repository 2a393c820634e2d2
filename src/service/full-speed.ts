import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * How much may be added to the space for old objects before they are collected again, as a share of those
 * that the last collection left, in percent. V8 would let it grow up to fourfold. With 32 questions at a time
 * that read ten pages each, a service takes 365 MiB with this limit, 370 to 400 with 100 %, and up to 490
 * without one. An answer takes 5 to 10 % more CPU time (all measured in turn).
 */
const OLD_SPACE_GROWTH_PERCENT = 50;
/** The space for new objects, in both halves of it. V8 would take four times as much under load. */
const NEW_SPACE_MB = 16;
/** One half of this space in threads when they start. */
const THREAD_HALF_MB = 4;
const BYTES_PER_MB = 2 ** 20;
/** The space grows after this many collections; a service that has just started has fewer. */
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
  const oldSpace = `--heap-growing-percent=${OLD_SPACE_GROWTH_PERCENT}`;
  for (const flag of [oldSpace, `--min-semi-space-size=${THREAD_HALF_MB}`, '--maglev', '--opt'])
    setFlagsFromString(flag);
  limitNewSpace();
}

/**
 * V8 reads the largest size of this space only when the process starts, but the factor by which it grows at
 * every collection; this factor is the same for all threads. At first, the space stays as small as it was
 * during startup.
 */
function limitNewSpace(): void {
  if (isLimited) return;
  isLimited = true;
  let collections = 0;
  let factor = 0;
  const growBy = (newFactor: 1 | 2) => {
    if (newFactor !== factor) setFlagsFromString(`--semi-space-growth-factor=${newFactor}`);
    factor = newFactor;
  };
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length;
    growBy(collections >= MIN_COLLECTIONS && newSpaceBytes() < NEW_SPACE_MB * BYTES_PER_MB ? 2 : 1);
  });
  growBy(1);
  observer.observe({ entryTypes: ['gc'] });
}

/** Whether the space is limited already: a command may start a service. */
let isLimited = false;

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
