import { ask } from './ask.ts';
import type { Figure } from './figure.ts';
import type { Mocks } from './mock-settings.ts';
import type { Pair } from './statistics.ts';
import type { Target } from './target.ts';

const ROUNDS = 8;
/** A search engine and a hosted model with typical delays. */
const REALISTIC = {
  search: { delayMs: 300 },
  pages: { delayMs: 0 },
  llm: { ttftMs: 300, tokensPerSec: 100, answerTokens: 200 },
};

/**
 * How long a reader waits for the first words and for the whole answer, at realistic delays, with one
 * streamed answer at a time.
 */
export async function measureLatency(
  mocks: Mocks,
  floor: Target,
  service: Target,
): Promise<readonly Figure[]> {
  await mocks.configure(REALISTIC);
  const firsts: Pair[] = [];
  const totals: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const atFloor = await ask(floor, 'stream');
    const atService = await ask(service, 'stream');
    firsts.push({ floor: atFloor.firstMs, service: atService.firstMs });
    totals.push({ floor: atFloor.totalMs, service: atService.totalMs });
  }
  return [
    { name: 'first words', unit: 'ms', pairs: firsts, comparison: 'difference', goal: { atMost: 15 } },
    { name: 'whole answer', unit: 'ms', pairs: totals, comparison: 'difference', goal: { atMost: 20 } },
  ];
}
