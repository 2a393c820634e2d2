import type { Metrics } from '../../src/observe/metrics.ts';

/** One thing that was counted or observed. */
export type Recorded = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Metrics that record all values, to inspect measurements without the text format. */
export function recordMetrics(): { readonly metrics: Metrics; readonly recorded: readonly Recorded[] } {
  const recorded: Recorded[] = [];
  const metrics: Metrics = {
    count: (key, labels, by = 1) => void recorded.push({ key, labels, value: by }),
    observe: (key, labels, value) => void recorded.push({ key, labels, value }),
    read: () => undefined,
    text: async () => '',
    contentType: 'text/plain',
  };
  return { metrics, recorded };
}
