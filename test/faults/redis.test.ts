import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { ask, until } from './asking.ts';
import { WELL } from './fault.ts';
import { type RedisFault, redisFaults } from './redis-fault.ts';
import { strikeRedis } from './struck-redis.ts';
import { strike } from './struck-upstream.ts';
import { COMPLETION, searxngReply } from './usual-replies.ts';

/**
 * No question waits longer than a two-hundredth of this for a Redis; the rest is for a busy machine. A Redis
 * that hangs would show as 12 s.
 */
const SOON_MS = 10_000;
const QUESTIONS = 3;
const NEVER_WELL: ReadonlySet<RedisFault['at']> = new Set(['certificate', 'scheme', 'name']);

test('cells of the shared cache', (t) => {
  t.diagnostic(`${redisFaults.length} cells`);
});

describe('whatever fails in Redis, no question fails or waits for it, and it is used again later', {
  concurrency: 4,
}, () => {
  for (const fault of redisFaults) test(`Redis ${fault.name}`, () => playCell(fault));
});

async function playCell(fault: RedisFault): Promise<void> {
  await using search = await strike(WELL, searxngReply());
  await using model = await strike(WELL, COMPLETION);
  await using redis = await strikeRedis(fault);
  const service = await startTestService({
    SEARCH_PRIMARY_URL: search.origin,
    MODEL_BASE_URL: `${model.origin}/v1`,
    MODEL_NAME: 'm',
    ANSWER_CACHE_SECONDS: '60',
    RATE_LIMIT: '1000/minute',
    REDIS_URL: redis.url,
  });
  const askWell = async () => {
    const { status, answer, error, tookMs } = await ask(service.url);
    assert.deepEqual([status, error, answer?.search_engine], [200, null, 'engine_a']);
    assert.ok(tookMs < SOON_MS, `${Math.round(tookMs)} ms`);
  };
  try {
    for (let asked = 0; asked < QUESTIONS; asked++) await askWell();
    const { logged } = fault;
    if (logged !== null)
      await until('the log tells', async () => {
        await askWell();
        return logged.test(service.logged.join(''));
      });
    await redis.heal();
    await askWell();
    if (!NEVER_WELL.has(fault.at))
      await until('it is used again', async () => {
        await askWell();
        return redis.served.includes('GET');
      });
  } finally {
    await service.stop();
  }
  await until('every connection is closed', () => redis.connections === 0);
}
