// The cost of the service beyond the minimum: `npm run bench:overhead`. Both run side by side against the
// same mock upstreams and are measured alternately, so that a busy machine slows both; the ratios hold, the
// absolute figures do not. `--bench FOLDER` uses other mocks and another minimum: `mocks.mjs` and `floor.mjs`
// of that folder.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ask } from './ask.ts';
import { type Figure, isMissed, toTable } from './figure.ts';
import { measureCached } from './measure-cached.ts';
import { measureLatency } from './measure-latency.ts';
import { measureLoad, measureTokenByToken, warmUp } from './measure-load.ts';
import { measureReading } from './measure-reading.ts';
import { measureStarts } from './measure-starts.ts';
import { openStage, type Stage, untilListening } from './stage.ts';
import type { Target } from './target.ts';

const LIMIT_MS = 5 * 60_000;

async function measure(stage: Stage): Promise<readonly Figure[]> {
  say('starting both several times');
  const starts = await measureStarts(stage);
  const [floor, service] = [await ready(stage.floor), await ready(stage.service)];
  const targets = { mocks: stage.mocks, floor, service };
  say('warming up');
  const cold = await warmUp(targets);
  say('waiting for answers at realistic delays');
  const latency = await measureLatency(stage.mocks, floor, service);
  say('loading both');
  const loaded = await measureLoad(targets);
  const tokens = await measureTokenByToken(targets);
  say('reading pages');
  const reading = await measureReading(stage, floor);
  say('asking again');
  const again = await measureCached(stage);
  return [...latency, ...loaded, ...tokens, ...again, ...reading, ...cold, ...starts];
}

async function ready(start: () => Promise<Target>): Promise<Target> {
  const target = await start();
  await untilListening(target.child, () => ask(target, 'json'));
  return target;
}

function report(figures: readonly Figure[], floorFrom: string, seconds: number): string {
  const missed = figures.filter(isMissed);
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, load ` +
      `${load}, ${floorFrom}, ${Math.round(seconds)} s`,
    '',
    toTable(figures),
    '',
    'Medians of rounds in which the minimum and the service took turns; "noise" is the range of the ' +
      'comparison over the rounds.',
    missed.length === 0 ? 'Every goal is met.' : `Missed: ${missed.map(({ name }) => name).join('; ')}.`,
  ].join('\n');
}

function say(what: string): void {
  process.stderr.write(`${what} ...\n`);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(1));
setTimeout(() => {
  process.stderr.write('This takes too long; the machine is too busy to measure anything.\n');
  process.exit(1);
}, LIMIT_MS).unref();

try {
  const { values } = parseArgs({ options: { bench: { type: 'string' } } });
  const startedAtMs = performance.now();
  const figures = await measure(await openStage(values.bench));
  const floorFrom = values.bench === undefined ? 'own mocks and floor' : 'mocks and floor of --bench';
  console.log(report(figures, floorFrom, (performance.now() - startedAtMs) / 1000));
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
