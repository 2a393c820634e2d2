import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { ask } from './ask.ts';
import { startKiwix, startSearx } from './backends.ts';
import { readFacts } from './facts.ts';
import type { RealBackend } from './real-backend.ts';
import { kiwixEngine } from './searx-settings.ts';

const QUESTION = 'What is the capital of Angola?';
const DEADLINE_MS = 10_000;
/** Enough for a healthy searx on a busy machine. */
const SLOT_MS = 2500;
/** Nobody listens on this port (discard). */
const NOBODY = 'http://127.0.0.1:9';

let kiwix: RealBackend;
let reserve: RealBackend;
before(async () => {
  kiwix = await startKiwix(readFacts().pages);
  reserve = await startSearx(kiwixEngine(kiwix.url));
});
after(async () => {
  await reserve?.[Symbol.asyncDispose]();
  await kiwix?.[Symbol.asyncDispose]();
});

const startService = (settings: Readonly<Record<string, string>>) =>
  startTestService({
    MODEL_PROVIDER: 'extractive',
    ANSWER_DEADLINE_MS: String(DEADLINE_MS),
    SEARCH_TIMEOUT_MS: String(SLOT_MS),
    ...settings,
  });

/** Asks, expects Luanda, and returns the slot it came from. */
async function slotThatAnswers(url: string): Promise<string> {
  const { body, status } = await ask(url, QUESTION);
  assert.ok('search_engine' in body, `${status}: ${body.error}`);
  assert.match(body.answer, /Luanda/);
  return body.search_engine;
}

async function failureOf(url: string): Promise<string> {
  const { body, status } = await ask(url, QUESTION);
  assert.equal(status, 502);
  return body.error ?? '';
}

test('the health object names the instances and says that answers can be written', async () => {
  await using service = await startService({ SEARCH_PRIMARY_URL: reserve.url, SEARCH_SECONDARY_URL: NOBODY });
  const response = await fetch(`${service.url}/api/health`);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), {
    status: 'ok',
    version: '0.0.0-test',
    llm_configured: true,
    search_primary_url: reserve.url,
    search_secondary_url: NOBODY,
  });
});

test('a single searx that hangs is a failure in words', async () => {
  await using searx = await startSearx(kiwixEngine(kiwix.url));
  await using service = await startService({ SEARCH_PRIMARY_URL: searx.url });
  searx.freeze();
  assert.match(await failureOf(service.url), /Primary \(searxng\): no answer within \d+ ms/);
});

test('a single searx that is killed is a failure in words', async () => {
  await using searx = await startSearx(kiwixEngine(kiwix.url));
  await using service = await startService({ SEARCH_PRIMARY_URL: searx.url });
  await searx.kill();
  assert.match(await failureOf(service.url), /Primary \(searxng\): connection refused/);
});

test('a searx whose only engine is down counts as failed, not as one that found nothing', async () => {
  await using searx = await startSearx(kiwixEngine(NOBODY));
  await using alone = await startService({ SEARCH_PRIMARY_URL: searx.url });
  assert.match(await failureOf(alone.url), /1 of its engines did not answer \(kiwix: [^)]+\)/);
  await using service = await startService({
    SEARCH_PRIMARY_URL: searx.url,
    SEARCH_SECONDARY_URL: reserve.url,
  });
  assert.equal(await slotThatAnswers(service.url), 'engine_b');
});

test('a question for which no page exists is reported as not found', async () => {
  await using service = await startService({ SEARCH_PRIMARY_URL: reserve.url });
  const { status, body } = await ask(service.url, 'Xyzzyplugh frobnicated quuxes?');
  assert.equal(status, 200);
  assert.ok('search_engine' in body);
  assert.deepEqual([body.search_engine, body.sources], ['none', []]);
  assert.match(body.answer, /[Nn]othing was found/);
});
