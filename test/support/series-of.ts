import type { Metrics } from '../../src/observe/metrics.ts';

/** The series of a scrape that have a value, as `name{labels}`, without the buckets of histograms. */
export async function seriesOf(metrics: Metrics): Promise<Readonly<Record<string, number>>> {
  const lines = (await metrics.text()).split('\n').filter((line) => /^\w/.test(line));
  const series = lines.map((line): [string, number] => {
    const end = line.lastIndexOf(' ');
    return [line.slice(0, end), Number(line.slice(end + 1))];
  });
  return Object.fromEntries(series.filter(([name, value]) => value !== 0 && !name.includes('_bucket')));
}
