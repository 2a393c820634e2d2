import type { Extractor } from './extractors.ts';

/** Until the code is compiled, rounds are slower and are not counted. */
const WARM_UP_ROUNDS = 3;
const ROUNDS = 7;

/**
 * Pages per second of processor time, user and system: the median of seven rounds over all pages, after three
 * warm-up rounds.
 */
export async function pagesPerCpuSecond(pages: readonly string[], extractor: Extractor): Promise<number> {
  const roundsMs: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const ms = await cpuMsOf(async () => {
      for (const html of pages) await extractor(html);
    });
    if (round >= WARM_UP_ROUNDS) roundsMs.push(ms);
  }
  return (pages.length * 1_000) / (roundsMs.sort((one, other) => one - other)[ROUNDS >> 1] ?? Number.NaN);
}

/** Milliseconds of processor time for each page, in ascending order; with compiled code. */
export async function cpuMsPerPage(pages: readonly string[], extractor: Extractor): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const html of pages) {
      const ms = await cpuMsOf(async () => void (await extractor(html)));
      if (round === WARM_UP_ROUNDS - 1) all.push(ms);
    }
  }
  return all.sort((one, other) => one - other);
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
