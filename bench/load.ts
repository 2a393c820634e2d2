// What happens to answers when twice as many questions arrive as are admitted: `npm run bench -- load`. The
// mocks are as slow as a search engine and a hosted model. `--seconds N` (30) of overload, `--places N` (32)
// concurrent answers.
import { parseArgs } from 'node:util';
import { type Offered, offer, offerOne } from './load/offer.ts';
import { residentMib } from './process-usage.ts';
import { openStage, untilListening } from './stage.ts';
import { median, percentile } from './statistics.ts';
import { type Line, printLines } from './table.ts';
import type { Target } from './target.ts';

const MOCKS = {
  search: { delayMs: 300 },
  pages: { delayMs: 0 },
  llm: { ttftMs: 300, tokensPerSec: 100, answerTokens: 200 },
};
/** How long an answer takes at these delays, which determines how many are admitted per second. */
const ANSWER_MS = 2600;
/** The share of the admitted rate at which no question waits for another. */
const UNLOADED_SHARE = 0.25;
const GOAL_P99_RATIO = 1.3;
const GOAL_REFUSED_MS = 50;
const GOAL_MEMORY_RATIO = 1.1;
const SAMPLE_EVERY_MS = 500;

const took = (offered: readonly Offered[], status: number) =>
  offered.filter((each) => each.status === status).map(({ tookMs }) => tookMs);

/** Resident memory while work runs, in MiB. */
async function sampled<T>(pid: number, work: Promise<T>): Promise<{ result: T; mib: readonly number[] }> {
  const mib: number[] = [];
  const timer = setInterval(() => mib.push(residentMib(pid) ?? Number.NaN), SAMPLE_EVERY_MS);
  try {
    return { result: await work, mib };
  } finally {
    clearInterval(timer);
  }
}

async function measure(service: Target, places: number, seconds: number): Promise<readonly Line[]> {
  const rate = (places * 1000) / ANSWER_MS;
  await offer(service, rate, 3000);
  const unloaded = took(await offer(service, rate * UNLOADED_SHARE, (seconds * 1000) / 2), 200);
  const { result, mib } = await sampled(service.child.pid, offer(service, rate * 2, seconds * 1000));
  const admitted = took(result, 200);
  const refused = took(result, 503);
  const others = result.length - admitted.length - refused.length;
  const ratio = percentile(admitted, 0.99) / percentile(unloaded, 0.99);
  const half = Math.floor(mib.length / 2);
  const quarter = Math.floor(half / 2);
  const growth = median(mib.slice(half)) / median(mib.slice(quarter, half));
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const plain = (name: string, value: string): Line => ({ name, value, goal: '', isMet: true });
  return [
    plain('offered, admitted, refused', `${result.length}, ${admitted.length}, ${refused.length}`),
    plain('unloaded answer, median and 99 %', `${ms(median(unloaded))}, ${ms(percentile(unloaded, 0.99))}`),
    plain('admitted answer, median and 99 %', `${ms(median(admitted))}, ${ms(percentile(admitted, 0.99))}`),
    {
      name: 'admitted answers compared with no load, 99 %',
      value: `${ratio.toFixed(2)} x`,
      goal: `at most ${GOAL_P99_RATIO} x`,
      isMet: ratio <= GOAL_P99_RATIO,
    },
    {
      name: '503 after, 99 %',
      value: ms(percentile(refused, 0.99)),
      goal: `at most ${GOAL_REFUSED_MS} ms`,
      isMet: percentile(refused, 0.99) <= GOAL_REFUSED_MS,
    },
    plain('503 after, longest', ms(Math.max(...refused))),
    { name: 'anything but 200 and 503', value: String(others), goal: '0', isMet: others === 0 },
    {
      name: 'memory, second half compared with the quarter before',
      value: `${growth.toFixed(3)} x of ${median(mib).toFixed(0)} MiB`,
      goal: `at most ${GOAL_MEMORY_RATIO} x`,
      isMet: growth <= GOAL_MEMORY_RATIO,
    },
  ];
}

try {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '30' }, places: { type: 'string', default: '32' } },
  });
  const stage = await openStage(undefined);
  await stage.mocks.configure(MOCKS);
  const service = await stage.service({ MAX_CONCURRENT_ANSWERS: values.places, ANSWER_CACHE_SECONDS: '0' });
  await untilListening(service.child, () => fetch(new URL('/livez', service.url)));
  await offerOne(service);
  const lines = await measure(service, Number(values.places), Number(values.seconds));
  process.exit(printLines(lines) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(1);
}
