import type { Metrics } from '../../src/observe/metrics.ts';

/** One thing that was counted or observed. */
export type Recorded = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Metrics that note all they are given, to look at what is measured without the text format around it. */
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
