// Part of `npm run bench -- collections`: a process that only searches, so that its memory is that of the store.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { openStoreThreads } from '@sayso/collections';
import { residentMib } from '../process-usage.ts';
import { percentile } from '../statistics.ts';
import type { AskedCopy } from './passages.ts';

const AT_ONCE = 8;
const WARM_UP = 40;
const [place = '', file = ''] = process.argv.slice(2);
const asked: AskedCopy[] = JSON.parse(readFileSync(file, 'utf8'));
await setTimeout(200);
const before = residentMib(process.pid) ?? 0;
const store = openStoreThreads(place, 'live');
const tookMs: number[] = [];
const cpuMs: number[] = [];
const cpuNow = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
let most = before;
let found = 0;
// All eight begin at once, so that those that wait for a thread wait for each other.
for (let at = 0; at < asked.length; at += AT_ONCE) {
  const startedMs = performance.now();
  const startedCpu = cpuNow();
  const wave = asked.slice(at, at + AT_ONCE).map(async ({ text, paths }) => {
    const results = await store.search({ text, limit: 10 });
    tookMs.push(performance.now() - startedMs);
    cpuMs.push(cpuNow() - startedCpu);
    if (results.slice(0, 5).some(({ path }) => paths.includes(path))) found++;
  });
  await Promise.all(wave);
  most = Math.max(most, residentMib(process.pid) ?? 0);
  await setTimeout(0);
}
await store.close();
const measured = tookMs.slice(WARM_UP);
console.log(
  JSON.stringify({
    p50: percentile(measured, 0.5),
    p95: percentile(measured, 0.95),
    p95Cpu: percentile(cpuMs.slice(WARM_UP), 0.95),
    grownMib: most - before,
    found: found / asked.length,
  }),
);
