import { ask } from './ask.ts';
import type { Figure } from './figure.ts';
import { load } from './keep-asking.ts';
import { fastestMocks } from './mock-settings.ts';
import { residentMib } from './process-usage.ts';
import { type Stage, untilListening } from './stage.ts';
import type { Pair } from './statistics.ts';
import type { Target } from './target.ts';

const WARM_UP_MS = 4000;
const ROUNDS = 5;
const ROUND_MS = 2000;
const WAITS = 8;
/** How long every page of the mock web takes to answer; the slowest page takes no longer than the others. */
const PAGE_DELAY_MS = 150;
/**
 * The service reads two pages at a time from one host, so ten pages on one host take five times as long as
 * one.
 */
const AT_A_TIME = 2;
/** Numbers of concurrent questions, and the goal: how many answers of the minimum one that reads may cost. */
const PRESSURES = [
  { atATime: 1, atMost: 35 },
  { atATime: 8, atMost: 45 },
  { atATime: 32, atMost: 55 },
] as const;
/** A busy service: the most concurrent questions, and how long they are asked. */
const BUSY = 32;
const BUSY_MS = 10_000;

/**
 * The cost of reading ten pages of 50 KB per question, the memory with the threads that read, and the delay
 * of the first words.
 */
export async function measureReading(stage: Stage, floor: Target): Promise<readonly Figure[]> {
  const service = await stage.service({ READ_PAGES: 'on', PAGE_ALLOW: '127.0.0.0/8' });
  try {
    await stage.mocks.configure(fastestMocks());
    await untilListening(service.child, () => ask(service, 'json'));
    await load(service, { form: 'json', atATime: 2, forMs: WARM_UP_MS });
    const costs: Figure[] = [];
    let memoryMib: number | null = null;
    for (const { atATime, atMost } of PRESSURES) {
      const pairs = await costsOf({ floor, service }, atATime);
      if (atATime === 1) memoryMib = residentMib(service.child.pid);
      const name = `reading ten pages, ${atATime} at a time: CPU per answer`;
      costs.push({ name, unit: 'ms', pairs, comparison: 'ratio', goal: { atMost } });
    }
    await load(service, { form: 'json', atATime: BUSY, forMs: BUSY_MS });
    const busyMib = residentMib(service.child.pid);
    await stage.mocks.configure({ ...fastestMocks(), pages: { delayMs: PAGE_DELAY_MS } });
    const slowestMs = PAGE_DELAY_MS * Math.ceil(stage.pagesOfOneHost / AT_A_TIME);
    const waits: Pair[] = [];
    for (let round = 0; round < WAITS; round++) {
      const atFloor = await ask(floor, 'stream');
      const atService = await ask(service, 'stream');
      waits.push({ floor: atFloor.firstMs + slowestMs, service: atService.firstMs });
    }
    await stage.mocks.configure(fastestMocks());
    return [
      ...costs,
      {
        name: 'reading ten pages: first words after the slowest page',
        unit: 'ms',
        pairs: waits,
        comparison: 'difference',
        goal: { atMost: 60 },
      },
      {
        name: 'reading ten pages, one question at a time: memory',
        unit: 'MiB',
        pairs: memoryMib === null ? [] : [{ floor: 0, service: memoryMib }],
        comparison: 'service alone',
        goal: null,
      },
      {
        name: 'reading ten pages, 32 questions at a time: memory',
        unit: 'MiB',
        pairs: busyMib === null ? [] : [{ floor: 0, service: busyMib }],
        comparison: 'service alone',
        goal: { atMost: 381 },
      },
    ];
  } finally {
    await service.child.stop();
  }
}

/** The CPU time of an answer of the minimum, which reads no pages, and of one that reads ten. */
async function costsOf(
  { floor, service }: { readonly floor: Target; readonly service: Target },
  atATime: number,
): Promise<readonly Pair[]> {
  const costOf = async (target: Target) =>
    (await load(target, { form: 'json', atATime, forMs: ROUND_MS })).cpuMsPerQuestion;
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [minimumMs, readingMs] = [await costOf(floor), await costOf(service)];
    if (minimumMs !== null && readingMs !== null) pairs.push({ floor: minimumMs, service: readingMs });
  }
  return pairs;
}
