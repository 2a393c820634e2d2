// What asking a second back-end in parallel with a slow one gains and costs: `npm run bench -- hedge`. The first
// back-end takes 50 times as long for 2 of 100 searches; the service gets the same questions with and without
// hedging.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { startEngine } from './engine.ts';
import { answerSearch } from './mock-search.ts';
import { fastestMocks } from './mock-settings.ts';
import { openStage, type Stage, untilListening } from './stage.ts';
import { median, percentile } from './statistics.ts';

const USUAL_MS = 20;
const SLOW_MS = 50 * USUAL_MS;
/** One in this many searches is slow. */
const SLOW_EVERY = 50;
const WARM_UP = 100;
const QUESTIONS = 1500;
const AT_A_TIME = 8;
/** Time to close connections after the last answer. */
const SETTLE_MS = 300;
const GOAL = { timesFaster: 3, moreRequests: 0.1 } as const;

type Run = {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly searches: number;
  readonly dropped: number;
  readonly leftOpen: number;
};

async function run(stage: Stage, hedge: 'on' | 'off'): Promise<Run> {
  let asked = 0;
  await using first = await startEngine((request, response) => {
    asked++;
    const delayMs = asked % SLOW_EVERY === 0 ? SLOW_MS : USUAL_MS;
    void answerSearch({ ...fastestMocks(), search: { delayMs } }, request, response);
  });
  await using second = await startEngine((request, response) => {
    void answerSearch({ ...fastestMocks(), search: { delayMs: USUAL_MS } }, request, response);
  });
  const service = await stage.service({
    SEARCH_PRIMARY_URL: first.url,
    SEARCH_SECONDARY_URL: second.url,
    HEDGE: hedge,
  });
  const searches = () => first.searches() + second.searches();
  try {
    await untilListening(service.child, () => ask(service, 'json'));
    await askMany(service, WARM_UP);
    const before = searches();
    const tookMs = await askMany(service, QUESTIONS);
    const made = searches() - before;
    await sleep(SETTLE_MS);
    return {
      medianMs: median(tookMs),
      p99Ms: percentile(tookMs, 0.99),
      searches: made,
      dropped: first.dropped() + second.dropped(),
      leftOpen: first.leftOpen() + second.leftOpen(),
    };
  } finally {
    await service.child.stop();
  }
}

async function askMany(
  service: Awaited<ReturnType<Stage['service']>>,
  questions: number,
): Promise<readonly number[]> {
  const tookMs: number[] = [];
  let left = questions;
  const asker = async () => {
    while (left-- > 0) tookMs.push((await ask(service, 'json')).totalMs);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, asker));
  return tookMs;
}

function report(plain: Run, hedged: Run): boolean {
  const timesFaster = plain.p99Ms / hedged.p99Ms;
  const more = hedged.searches / plain.searches - 1;
  const line = (name: string, { medianMs, p99Ms, searches, dropped, leftOpen }: Run) =>
    `| ${name} | ${medianMs.toFixed(0)} ms | ${p99Ms.toFixed(0)} ms | ${searches} | ${dropped} | ` +
    `${leftOpen} |`;
  console.log(
    [
      `${QUESTIONS} questions, ${AT_A_TIME} at a time; ${100 / SLOW_EVERY} % of the first back-end's ` +
        `searches take ${SLOW_MS} ms, the others ${USUAL_MS} ms.`,
      '',
      '| HEDGE | median | 99th percentile | searches | given up | connections left open |',
      '|---|---|---|---|---|---|',
      line('off', plain),
      line('on', hedged),
      '',
      `99th percentile: ${timesFaster.toFixed(1)} times faster (goal ${GOAL.timesFaster}); searches: ` +
        `${(more * 100).toFixed(1)} % more (goal at most ${GOAL.moreRequests * 100} %).`,
    ].join('\n'),
  );
  return timesFaster >= GOAL.timesFaster && more <= GOAL.moreRequests && hedged.leftOpen === 0;
}

try {
  const stage = await openStage(undefined);
  await stage.mocks.configure(fastestMocks());
  const plain = await run(stage, 'off');
  const hedged = await run(stage, 'on');
  process.exit(report(plain, hedged) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(1);
}
