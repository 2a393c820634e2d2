// The main entry of prom-client also loads OpenTelemetry and its own metrics of the process: 80 more files.
import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import Registry from 'prom-client/lib/registry.js';
import { type MetricRow, metricTable } from './metric-table.ts';

type Table = typeof metricTable;
type KeyOf<Type extends MetricRow['type']> = {
  [Key in keyof Table]: Table[Key]['type'] extends Type ? Key : never;
}[keyof Table];

/** Counters. */
export type CounterKey = KeyOf<'counter'>;
/** Histograms, into which each value is observed. */
export type HistogramKey = KeyOf<'histogram'>;
/** Metrics whose value is read from another object. */
export type ReadKey = KeyOf<'counter' | 'gauge'>;

/** The labels of a metric with their values; no value may come from a caller or a page. */
export type LabelsOf<Key extends keyof Table> = Readonly<Record<Table[Key]['labels'][number], string>>;

/** One value of a metric whose values are read at each scrape. */
export type MetricReading<Key extends keyof Table> = {
  readonly labels: LabelsOf<Key>;
  readonly value: number;
};

/** Collects the service's metrics. */
export type Metrics = {
  count<Key extends CounterKey>(key: Key, labels: LabelsOf<Key>, by?: number): void;
  observe<Key extends HistogramKey>(key: Key, labels: LabelsOf<Key>, value: number): void;
  /** Registers a function that reads a metric at each scrape; series that it leaves out are not reported. */
  read<Key extends ReadKey>(key: Key, read: () => readonly MetricReading<Key>[]): void;
  /** All metrics in the text format of Prometheus; `contentType` is its media type. */
  text(): Promise<string>;
  readonly contentType: string;
};

/** Makes the metrics of one service; a metric appears once it has been counted or registered. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const counters = new Map<CounterKey, Counter>();
  const histograms = new Map<HistogramKey, Histogram>();
  return {
    count(key, labels, by = 1) {
      const counter = counters.get(key) ?? new Counter({ ...describe(key), registers: [registry] });
      counters.set(key, counter);
      counter.inc(labels, by);
    },
    observe(key, labels, value) {
      const histogram = histograms.get(key) ?? createHistogram(key, registry);
      histograms.set(key, histogram);
      histogram.observe(labels, value);
    },
    read(key, read) {
      const description = { ...describe(key), registers: [registry] };
      if (metricTable[key].type === 'counter')
        new Counter({
          ...description,
          collect() {
            this.reset();
            for (const { labels, value } of read()) this.inc(labels, value);
          },
        });
      else
        new Gauge({
          ...description,
          collect() {
            this.reset();
            for (const { labels, value } of read()) this.set(labels, value);
          },
        });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** A gauge without labels. */
export function unlabelled(
  value: number,
): readonly [{ readonly labels: Record<never, string>; readonly value: number }] {
  return [{ labels: {}, value }];
}

function describe(key: keyof Table) {
  const { name, help, labels } = metricTable[key];
  return { name, help, labelNames: [...labels] };
}

function createHistogram(key: HistogramKey, registry: Registry): Histogram {
  return new Histogram({ ...describe(key), buckets: [...metricTable[key].buckets], registers: [registry] });
}
