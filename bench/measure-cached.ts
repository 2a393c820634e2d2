import { fileURLToPath } from 'node:url';
import { ask } from './ask.ts';
import { startChild } from './child.ts';
import type { Figure } from './figure.ts';
import { freePort } from './free-ports.ts';
import { load } from './keep-asking.ts';
import { fastestMocks } from './mock-settings.ts';
import { type Stage, untilListening } from './stage.ts';
import type { Pair } from './statistics.ts';
import type { Target } from './target.ts';

const WARM_UP_MS = 3000;
const ROUNDS = 5;
const ROUND_MS = 1500;
const QUESTION = JSON.stringify({ query: 'How deep is the harbour, once more?' });

/** What a repeated question costs, compared with a bare POST with the same reply. */
export async function measureCached(stage: Stage): Promise<readonly Figure[]> {
  await stage.mocks.configure(fastestMocks());
  const service: Target = {
    ...(await stage.service({ ANSWER_CACHE_SECONDS: '3600' })),
    body: () => QUESTION,
  };
  try {
    await untilListening(service.child, () => ask(service, 'json'));
    const bare = await startBarePost(service);
    try {
      await untilListening(bare.child, () => ask(bare, 'json'));
      return [await compare(bare, service)];
    } finally {
      await bare.child.stop();
    }
  } finally {
    await service.child.stop();
  }
}

async function startBarePost(service: Target): Promise<Target> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(service.url, { method: 'POST', headers, body: QUESTION });
  const port = await freePort();
  const script = fileURLToPath(new URL('bare-post.ts', import.meta.url));
  return {
    ...service,
    name: 'bare POST',
    url: new URL(`http://127.0.0.1:${port}/api/ask`),
    child: startChild([script], { PORT: String(port), REPLY: await reply.text() }),
  };
}

async function compare(bare: Target, service: Target): Promise<Figure> {
  const costOf = async (target: Target, forMs: number) =>
    (await load(target, { form: 'json', atATime: 8, forMs })).cpuMsPerQuestion;
  for (const target of [bare, service]) await costOf(target, WARM_UP_MS);
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [floor, ours] = [await costOf(bare, ROUND_MS), await costOf(service, ROUND_MS)];
    if (floor !== null && ours !== null) pairs.push({ floor, service: ours });
  }
  const name = 'CPU of a cached answer, compared with a bare POST';
  return { name, unit: 'ms', pairs, comparison: 'ratio', goal: { atMost: 4 } };
}
