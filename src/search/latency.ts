/** The durations of the last calls to one slot. */
export type Latency = {
  /** Adds the duration of a call, in milliseconds. */
  add(tookMs: number): void;
  /** The 95th percentile of the remembered calls, in milliseconds; null while there are too few. */
  percentile95Ms(): number | null;
};

const MAX_CALLS = 100;
/** With fewer calls, the percentile would be the slowest call. */
const MIN_CALLS = 20;

/** Remembers the last hundred calls. The percentile is computed once after each of them. */
export function createLatency(): Latency {
  const tookMs = new Float64Array(MAX_CALLS);
  let added = 0;
  let percentileMs: number | null = null;
  return {
    add(callMs) {
      tookMs[added % MAX_CALLS] = callMs;
      added++;
      percentileMs = null;
    },
    percentile95Ms() {
      if (added < MIN_CALLS) return null;
      percentileMs ??= percentile95(tookMs.subarray(0, Math.min(added, MAX_CALLS)));
      return percentileMs;
    },
  };
}

/** The percentile by nearest rank, so it is one of the values. */
function percentile95(values: Float64Array): number | null {
  return values.toSorted()[Math.ceil(values.length * 0.95) - 1] ?? null;
}
