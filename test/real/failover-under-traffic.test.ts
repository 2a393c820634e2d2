import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readyResponse } from '../../src/interfaces/rest/service.ts';
import { startTestService } from '../support/service.ts';
import { startKiwix, startSearx } from './backends.ts';
import { readFacts } from './facts.ts';
import { startMediawiki } from './mediawiki.ts';
import type { RealBackend } from './real-backend.ts';
import { kiwixEngine } from './searx-settings.ts';
import { startTraffic, type Traffic } from './traffic.ts';

/** Ten questions a second. */
const LOAD = { callers: 2, everyMs: 200 };
/**
 * The slot's time limit; shorter than by default, because three calls must have waited this long before a
 * hanging slot opens its breaker.
 */
const SLOT_MS = 1500;
/** Many times longer than anything here takes; only a test that fails waits this long. */
const PATIENCE_MS = 60_000;
const POLL_MS = 50;

const facts = readFacts();
const questions = facts.questions.map(({ question }) => question);

let reserve: RealBackend;
before(async () => {
  reserve = await startKiwix(facts.pages);
});
after(async () => {
  await reserve?.[Symbol.asyncDispose]();
});

test('searx hangs, continues, is killed and restarted under traffic: nothing is lost', async (t) => {
  await using searx = await startSearx(kiwixEngine(reserve.url));
  await survives(t, 'searxng', searx);
});

test('Kiwix hangs, continues, is killed and restarted under traffic: nothing is lost', async (t) => {
  await using kiwix = await startKiwix(facts.pages);
  await survives(t, 'kiwix', kiwix);
});

test('MediaWiki hangs, continues, is killed and restarted under traffic: nothing is lost', async (t) => {
  await using wiki = await startMediawiki(facts.pages);
  await survives(t, 'mediawiki', wiki);
});

/** Disturbs the first of two slots while questions arrive. */
async function survives(t: TestContext, kind: string, backend: RealBackend): Promise<void> {
  await using service = await startTestService({
    SEARCH_PRIMARY_KIND: kind,
    SEARCH_PRIMARY_URL: backend.url,
    SEARCH_SECONDARY_KIND: 'kiwix',
    SEARCH_SECONDARY_URL: reserve.url,
    SEARCH_TIMEOUT_MS: String(SLOT_MS),
    MODEL_PROVIDER: 'extractive',
  });
  const traffic = startTraffic(service.url, questions, LOAD);
  try {
    await untilAsked(service.url, traffic);
    backend.freeze();
    const hang = await untilLeft(service.url);
    backend.thaw();
    const goingOn = await untilAsked(service.url, traffic);
    await backend.kill();
    const death = await untilLeft(service.url);
    await using _again = await backend.restart();
    const restart = await untilAsked(service.url, traffic);
    await traffic.stop();
    t.diagnostic(`left after a hang of ${hang}, asked again ${goingOn} after its end`);
    t.diagnostic(`left ${death} after its death, asked again ${restart} after the restart`);
  } finally {
    await traffic.stop();
  }
  tellTraffic(t, traffic);
  const losses = traffic.exchanges.filter(({ loss }) => loss !== '');
  assert.deepEqual(losses, []);
}

/** Waits until the first slot is suspended, and returns how long that took. */
async function untilLeft(url: string): Promise<string> {
  return until('the breaker opens', async () => (await firstState(url)) === 'open');
}

/**
 * Waits until the first slot works and has answered a question asked since, and returns how long that took.
 */
async function untilAsked(url: string, traffic: Traffic): Promise<string> {
  const sinceMs = performance.now();
  return until('the breaker closes and the first slot answers', async () => {
    const hasAnswered = traffic.exchanges.some(
      ({ engine, startedAtMs }) => engine === 'engine_a' && startedAtMs >= sinceMs,
    );
    return hasAnswered && (await firstState(url)) === 'closed';
  });
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<string> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    assert.ok(performance.now() - startedAt < PATIENCE_MS, `in vain: ${what}`);
    await pause(POLL_MS);
  }
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

async function firstState(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/readyz?verbose`);
  return readyResponse.parse(await response.json()).slots?.[0]?.state;
}

function tellTraffic(t: TestContext, { exchanges }: Traffic): void {
  const times = exchanges.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
  const at = (part: number) => `${Math.round(times[Math.ceil(part * times.length) - 1] ?? 0)} ms`;
  const first = exchanges.filter(({ engine }) => engine === 'engine_a').length;
  const lost = exchanges.filter(({ loss }) => loss !== '').length;
  t.diagnostic(
    `${exchanges.length} questions: ${first} answered from the first slot, ${lost} lost, ` +
      `half within ${at(0.5)}, 95 % within ${at(0.95)}, the slowest ${at(1)}`,
  );
}
