import type { Target } from './target.ts';

/** The service's metrics, by the name of the series with its labels. */
export async function scrape({ url }: Target): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** The smallest heap that the service has during a period, in MiB: what is left after garbage collection. */
export async function leastHeapMib(target: Target, forMs: number): Promise<number> {
  const endsAtMs = performance.now() + forMs;
  let least = Number.POSITIVE_INFINITY;
  while (performance.now() < endsAtMs) {
    const bytes = (await scrape(target)).get('v8js_memory_heap_used_bytes');
    least = Math.min(least, (bytes ?? Number.NaN) / 2 ** 20);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return least;
}
