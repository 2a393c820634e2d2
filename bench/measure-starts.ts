import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { Figure } from './figure.ts';
import { fastestMocks } from './mock-settings.ts';
import { coreWaitMs, residentMib } from './process-usage.ts';
import { type Stage, untilListening } from './stage.ts';
import type { Target } from './target.ts';

const STARTS = 5;
const UNCACHED_STARTS = 3;
/** Work left over from a first answer happens within this time and counts as memory. */
const SETTLE_MS = 250;

type Start = { readonly firstAnswerMs: number; readonly residentMib: number | null };
type StartPair = { readonly floor: Start; readonly service: Start };

/**
 * Restarts both targets several times: measures the time from spawning the process to its first answer, less
 * the time that it waited for a core because of other work, and its memory after that. The service keeps its
 * compiled code between starts, so the very first start is a separate figure.
 */
export async function measureStarts(stage: Stage): Promise<readonly Figure[]> {
  await stage.mocks.configure(fastestMocks());
  const uncached = () => stage.service({ NODE_DISABLE_COMPILE_CACHE: '1' });
  const firstStarts = await startInTurn(stage.floor, uncached, UNCACHED_STARTS);
  await startOnce(stage.service);
  const starts = await startInTurn(stage.floor, stage.service, STARTS);
  return [
    toTime('start to first answer', starts, { atMost: 4.5 }),
    toTime('start to first answer, without the compile cache', firstStarts, null),
    toMemory('memory after the first answer', starts, { atMost: 120 }),
    toMemory('memory after the first answer, without the compile cache', firstStarts, null),
  ];
}

async function startInTurn(
  startFloor: () => Promise<Target>,
  startService: () => Promise<Target>,
  times: number,
): Promise<readonly StartPair[]> {
  const pairs: StartPair[] = [];
  while (pairs.length < times)
    pairs.push({ floor: await startOnce(startFloor), service: await startOnce(startService) });
  return pairs;
}

/** Starts a target, asks it once, and stops it. */
async function startOnce(start: () => Promise<Target>): Promise<Start> {
  const startedAtMs = performance.now();
  const target = await start();
  try {
    await untilListening(target.child, () => ask(target, 'json'));
    const firstAnswerMs = performance.now() - startedAtMs - coreWaitMs(target.child.pid);
    await sleep(SETTLE_MS);
    return { firstAnswerMs, residentMib: residentMib(target.child.pid) };
  } finally {
    await target.child.stop();
  }
}

function toTime(name: string, starts: readonly StartPair[], goal: Figure['goal']): Figure {
  const pairs = starts.map(({ floor, service }) => ({
    floor: floor.firstAnswerMs,
    service: service.firstAnswerMs,
  }));
  return { name, unit: 'ms', pairs, comparison: 'ratio', goal };
}

function toMemory(name: string, starts: readonly StartPair[], goal: Figure['goal']): Figure {
  const pairs = starts.flatMap(({ floor, service }) =>
    floor.residentMib === null || service.residentMib === null
      ? []
      : [{ floor: floor.residentMib, service: service.residentMib }],
  );
  return { name, unit: 'MiB', pairs, comparison: 'service alone', goal };
}
