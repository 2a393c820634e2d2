import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterService, startCluster } from './service.ts';
import { type Exchange, startTraffic, type Traffic } from './traffic.ts';

/** How long each state lasts; a Redis that was lost is probed again within four seconds. */
const STATE_MS = 3000;

type Deeds = {
  readonly service: ClusterService;
  readonly traffic: Traffic;
  /**
   * Marks the questions that are in progress between now and the end of the action as ones that may be lost.
   */
  mayLose(deed: () => Promise<void>): Promise<void>;
};

/**
 * Disturbs the cluster while questions arrive: only questions that the disturbances allow may be lost, and no
 * answer may be wrong.
 */
async function underTraffic(t: TestContext, act: (deeds: Deeds) => Promise<void>): Promise<void> {
  await using service = await startCluster();
  const traffic = startTraffic(service.url);
  const losing: { readonly fromMs: number; toMs: number }[] = [];
  await pause(STATE_MS);
  await act({
    service,
    traffic,
    async mayLose(deed) {
      const span = { fromMs: performance.now(), toMs: Number.POSITIVE_INFINITY };
      losing.push(span);
      await deed();
      span.toMs = performance.now();
    },
  });
  await pause(STATE_MS);
  await traffic.stop();
  const isExcused = ({ startedAtMs, tookMs }: Exchange) =>
    losing.some(({ fromMs, toMs }) => startedAtMs <= toMs && startedAtMs + tookMs >= fromMs);
  const { exchanges } = traffic;
  tell(t, exchanges);
  assert.deepEqual(
    exchanges.filter(({ isWrong }) => isWrong),
    [],
  );
  assert.deepEqual(
    exchanges.filter((one) => one.loss !== '' && !isExcused(one)),
    [],
  );
  assert.ok(exchanges.length > 100, `only ${exchanges.length} questions`);
}

function tell(t: TestContext, exchanges: readonly Exchange[]): void {
  const times = exchanges.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  const at = (share: number) => `${Math.round(times[Math.ceil(share * times.length) - 1] ?? 0)} ms`;
  const lost = exchanges.filter(({ loss }) => loss !== '').length;
  t.diagnostic(
    `${exchanges.length} questions, ${lost} lost; half within ${at(0.5)}, 99 % within ${at(0.99)}, all ` +
      `within ${at(1)}`,
  );
}

test('Redis hangs, continues, is killed and restarted: nothing is lost', async (t) => {
  await underTraffic(t, async ({ service: { redis } }) => {
    redis.freeze();
    await pause(STATE_MS);
    redis.thaw();
    await pause(STATE_MS);
    await redis.kill();
    await pause(STATE_MS);
    await redis.restart();
  });
});

test('an instance hangs and continues: nothing is lost', async (t) => {
  await underTraffic(t, async ({ service: { instances } }) => {
    const [first] = instances;
    first?.process.freeze();
    await pause(STATE_MS);
    first?.process.thaw();
  });
});

test('an instance is killed and restarted: nothing is lost except its work in progress', async (t) => {
  await underTraffic(t, async ({ service: { instances }, mayLose }) => {
    const [first] = instances;
    await mayLose(async () => first?.process.kill());
    await pause(STATE_MS);
    await first?.restart();
  });
});

test('each instance in turn is told to stop and started again: nothing is lost', async (t) => {
  await underTraffic(t, async ({ service: { instances } }) => {
    for (const instance of instances) {
      await instance.process.stop();
      await instance.restart();
      await pause(STATE_MS / 3);
    }
  });
});

test('HAProxy hangs, continues, is killed and restarted: only its work in progress is lost', async (t) => {
  await underTraffic(t, async ({ service: { proxy }, mayLose }) => {
    proxy.process.freeze();
    await pause(STATE_MS);
    proxy.process.thaw();
    await pause(STATE_MS);
    await mayLose(async () => {
      await proxy.process.kill();
      await pause(STATE_MS / 3);
      await proxy.restart();
    });
  });
});
