import type { TestEvent } from 'node:test/reporters';

const SHOWN = 20;

/** A reporter that prints the files that took longest, in seconds; a file is a suite of `test/run.ts`. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const times: { readonly file: string; readonly ms: number }[] = [];
  for await (const event of events) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, nesting, details } = event.data;
    if (nesting === 0 && name.endsWith('.test.ts')) times.push({ file: name, ms: details.duration_ms });
  }
  for (const { file, ms } of times.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN))
    yield `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}\n`;
}
