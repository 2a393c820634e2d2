// Part of `npm run bench -- collections`: a process that only searches, so that its memory is that of the store.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '@sayso/collections';
import { residentMib } from '../process-usage.ts';
import { percentile } from '../statistics.ts';
import type { AskedCopy } from './passages.ts';

const AT_ONCE = 8;
const WARM_UP = 40;
const [place = '', file = ''] = process.argv.slice(2);
const asked: AskedCopy[] = JSON.parse(readFileSync(file, 'utf8'));
await setTimeout(200);
const before = residentMib(process.pid) ?? 0;
const store = await openStore(place);
const tookMs: number[] = [];
const cpuMs: number[] = [];
const cpuNow = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const slowest: { text: string; ms: number }[] = [];
let most = before;
let found = 0;
const queue = asked.values();
const ask = async () => {
  for (const { text, paths } of queue) {
    const startedMs = performance.now();
    const startedCpu = cpuNow();
    const results = await store.search({ text, limit: 10 });
    const ms = performance.now() - startedMs;
    tookMs.push(ms);
    cpuMs.push(cpuNow() - startedCpu);
    slowest.push({ text, ms });
    if (results.slice(0, 5).some(({ path }) => paths.includes(path))) found++;
    most = Math.max(most, residentMib(process.pid) ?? 0);
    await setTimeout(0);
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, ask));
await store.close();
const measured = tookMs.slice(WARM_UP);
console.log(
  JSON.stringify({
    p50: percentile(measured, 0.5),
    p95: percentile(measured, 0.95),
    p95Cpu: percentile(cpuMs.slice(WARM_UP), 0.95),
    grownMib: most - before,
    found: found / asked.length,
    slowest: slowest.toSorted((one, other) => other.ms - one.ms).slice(0, 5),
  }),
);
