/** The last calls of one slot by how long they took. */
export type Latency = {
  /** Adds a call, in milliseconds. */
  add(tookMs: number): void;
  /** How long 95 of 100 of the remembered calls took at most, in milliseconds; null while there are too few. */
  percentile95Ms(): number | null;
};

const REMEMBERED = 100;
/** With fewer the percentile is the slowest call there was. */
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

/** By nearest rank, so that it is one of the values. */
function percentile95(values: Float64Array): number | null {
  return values.toSorted()[Math.ceil(values.length * 0.95) - 1] ?? null;
}
