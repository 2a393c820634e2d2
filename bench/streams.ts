// Whether many open event streams keep up with their models, and the largest number that do: `npm run
// bench -- streams`. Each model sends 30 tokens a second. `--streams N` (300), `--seconds N` (15) per stream,
// `--up-to N` (1200) streams, in steps of half as many more.
import { parseArgs } from 'node:util';
import { cpuMs } from './process-usage.ts';
import { leastHeapMib, scrape } from './scrape.ts';
import { openStage, untilListening } from './stage.ts';
import { median, percentile } from './statistics.ts';
import { furthestBehindMs, type StreamArrivals, watchStream } from './streams/watch-stream.ts';
import { type Line, printLines } from './table.ts';
import type { Target } from './target.ts';

const TOKENS_PER_SECOND = 30;
const GOAL_BEHIND_MS = 100;
const GOAL_HEAP_KIB = 150;
/** Streams start one after the other over this time, as callers do. */
const BEGIN_OVER_MS = 2000;
const STEP = 1.5;
/** When idle, V8 collects its garbage after some seconds. */
const IDLE_MS = 10_000;

type Round = {
  readonly streams: number;
  readonly behindMs: readonly number[];
  readonly heapKibEach: number;
  readonly cores: number;
};

async function openMany(target: Target, streams: number): Promise<readonly StreamArrivals[]> {
  const opened = Array.from({ length: streams }, async (_, at) => {
    await new Promise((resolve) => setTimeout(resolve, (at * BEGIN_OVER_MS) / streams));
    return watchStream(target);
  });
  return Promise.all(opened);
}

/**
 * One stream that has the service to itself: the median of three, because the first piece of any of them may
 * be late.
 */
async function watchAlone(target: Target): Promise<StreamArrivals> {
  const watched = [await watchStream(target), await watchStream(target), await watchStream(target)];
  const lastAtMs = ({ arrivals }: StreamArrivals) => arrivals.at(-1)?.[1] ?? 0;
  const [, middle] = watched.toSorted((a, b) => lastAtMs(a) - lastAtMs(b));
  return middle ?? { arrivals: [] };
}

async function measureRound(
  target: Target,
  streams: number,
  seconds: number,
  alone: StreamArrivals,
): Promise<Round> {
  const idleMib = await leastHeapMib(target, IDLE_MS);
  const cpuBeforeMs = cpuMs(target.child.pid) ?? Number.NaN;
  const startedAtMs = performance.now();
  const all = openMany(target, streams);
  await new Promise((resolve) => setTimeout(resolve, BEGIN_OVER_MS + 500));
  const openMib = await leastHeapMib(target, Math.max(1000, seconds * 1000 - BEGIN_OVER_MS - 1000));
  const watched = await all;
  const cores = ((cpuMs(target.child.pid) ?? Number.NaN) - cpuBeforeMs) / (performance.now() - startedAtMs);
  return {
    streams,
    behindMs: watched.map((one) => furthestBehindMs(one, alone)),
    heapKibEach: ((openMib - idleMib) * 1024) / streams,
    cores,
  };
}

function toLines({ streams, behindMs, heapKibEach, cores }: Round, isGoal: boolean): readonly Line[] {
  const worst = Math.max(...behindMs);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    {
      name: `${streams} streams: furthest behind, median, 99 %, worst`,
      value: [median(behindMs), percentile(behindMs, 0.99), worst].map(ms).join(', '),
      goal: isGoal ? `at most ${GOAL_BEHIND_MS} ms` : '',
      isMet: worst <= GOAL_BEHIND_MS,
    },
    {
      name: `${streams} streams: heap of each`,
      value: `${heapKibEach.toFixed(0)} KiB`,
      goal: isGoal ? `at most ${GOAL_HEAP_KIB} KiB` : '',
      isMet: heapKibEach <= GOAL_HEAP_KIB,
    },
    { name: `${streams} streams: cores used`, value: cores.toFixed(2), goal: '', isMet: true },
  ];
}

try {
  const { values } = parseArgs({
    options: {
      streams: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '15' },
      'up-to': { type: 'string', default: '1200' },
    },
  });
  const seconds = Number(values.seconds);
  const stage = await openStage(undefined);
  const pace = { ttftMs: 200, tokensPerSec: TOKENS_PER_SECOND, answerTokens: TOKENS_PER_SECOND * seconds };
  await stage.mocks.configure({ search: { delayMs: 50 }, pages: { delayMs: 0 }, llm: pace });
  const service = await stage.service({
    MAX_CONCURRENT_ANSWERS: '100000',
    MODEL_TIMEOUT_MS: '600000',
    ANSWER_DEADLINE_MS: '600000',
  });
  await untilListening(service.child, () => scrape(service));
  await openMany(service, 30);
  const alone = await watchAlone(service);
  const lines: Line[] = [];
  let streams = Number(values.streams);
  for (let isGoal = true; streams <= Number(values['up-to']); isGoal = false) {
    const round = await measureRound(service, streams, seconds, alone);
    lines.push(...toLines(round, isGoal));
    if (Math.max(...round.behindMs) > GOAL_BEHIND_MS) break;
    streams = Math.ceil(streams * STEP);
  }
  process.exit(printLines(lines) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(1);
}
