/** How long the last calls of one slot took. */
export type Latency = {
  /** Adds a call, in milliseconds. */
  add(tookMs: number): void;
  /** The 95th percentile of the remembered calls, in milliseconds; null while there are too few. */
  percentile95Ms(): number | null;
};

const REMEMBERED = 100;
/** With fewer calls the percentile would be the slowest call. */
const ENOUGH = 20;

/** Remembers the last hundred calls. */
export function createLatency(): Latency {
  const tookMs = new Float64Array(REMEMBERED);
  let added = 0;
  let known: number | null = null;
  return {
    add(callMs) {
      tookMs[added % REMEMBERED] = callMs;
      added++;
      known = null;
    },
    percentile95Ms() {
      if (added < ENOUGH) return null;
      known ??= percentile95(tookMs.subarray(0, Math.min(added, REMEMBERED)));
      return known;
    },
  };
}

/** By nearest rank, so it is one of the values. */
function percentile95(values: Float64Array): number | null {
  return values.toSorted()[Math.ceil(values.length * 0.95) - 1] ?? null;
}
