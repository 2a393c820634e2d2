// How much time a failing first back-end costs if the second one is healthy, for each kind of failure, and
// how long it takes to report that all have failed: `npm run bench -- faults`. The search step runs in this
// process, each time without earlier searches.

import { loadSettings } from '../src/config/load.ts';
import { searchSettings } from '../src/config/part-settings.ts';
import { ANY_SCOPE } from '../src/core/scope.ts';
import { createUpstream, type Upstream } from '../src/net/upstream.ts';
import { createSlots } from '../src/search/engines/slots.ts';
import { failover, hedgeDelayMs } from '../src/search/failover.ts';
import type { Search } from '../src/search/search.ts';

import { track } from '../src/search/slot.ts';
import { startEngine } from './engine.ts';
import { type Fault, faults } from './fault-shapes.ts';
import { freePort } from './free-ports.ts';
import { answerSearch } from './mock-search.ts';
import { fastestMocks } from './mock-settings.ts';
import { openStage, type Stage, untilListening } from './stage.ts';
import { median } from './statistics.ts';

const ROUNDS = 15;
const HANGING_ROUNDS = 3;
const WARM_UP_ROUNDS = 60;
const GOAL_MS = 20;
const BURST = 200;
/** In units of the hedge delay; cancelled calls also cost the process some time. */
const BURST_GOAL = { median: 1.5, worst: 2 } as const;
const BUDGET_MS = 10_000;
const DEADLINE_MS = 3000;
const QUESTION = { text: 'How deep is the harbour in winter?', limit: 5, scope: ANY_SCOPE };
const forever = new AbortController().signal;

type Row = { readonly name: string; readonly addedMs: number; readonly goalMs: number };

/** A search over slots that have no earlier searches. */
async function freshSearch(upstream: Upstream, first: string, second: string): Promise<Search> {
  const { settings } = loadSettings({
    SEARCH_PRIMARY_URL: first,
    SEARCH_SECONDARY_URL: second,
    SEARCH_TERTIARY_URL: 'off',
  });
  const slots = await createSlots({ ...searchSettings(settings), upstream });
  return failover(
    slots.map((slot) => track(slot)),
    settings,
  );
}

/** The time of one search, in milliseconds. */
async function timed(search: Search): Promise<number> {
  const startedAtMs = performance.now();
  const { outcome } = await search(QUESTION, BUDGET_MS, forever);
  const tookMs = performance.now() - startedAtMs;
  if (outcome.status !== 'ok') throw new Error(`No answer in spite of a healthy slot: ${outcome.status}`);
  return tookMs;
}

/** What a failure adds to a search that the second slot answers alone; the two are measured alternately. */
async function measure(fault: Fault, firstUrl: string, healthy: string, upstream: Upstream): Promise<Row> {
  const added: number[] = [];
  const rounds = fault.kind === 'hangs' ? HANGING_ROUNDS : ROUNDS;
  while (added.length < rounds) {
    const aloneMs = await timed(await freshSearch(upstream, healthy, 'off'));
    added.push((await timed(await freshSearch(upstream, firstUrl, healthy))) - aloneMs);
  }
  const goalMs = GOAL_MS + (await hedgeIfHanging(fault, upstream));
  return { name: fault.name, addedMs: median(added), goalMs };
}

/** Times of many concurrent searches over fresh slots. */
async function timedBurst(upstream: Upstream, first: string, second: string): Promise<readonly number[]> {
  const search = await freshSearch(upstream, first, second);
  return Promise.all(Array.from({ length: BURST }, () => timed(search)));
}

/**
 * The time that a hanging first slot adds to many concurrent searches: the hedging budget covers few of them.
 */
async function measureBurst(fault: Fault, healthy: string, upstream: Upstream): Promise<readonly Row[]> {
  await using engine = await startEngine(fault.answer);
  const alone = await timedBurst(upstream, healthy, 'off');
  const tookMs = await timedBurst(upstream, engine.url, healthy);
  const delayMs = await hedgeIfHanging(fault, upstream);
  const row = (name: string, of: (figures: readonly number[]) => number, goal: number): Row => ({
    name: `${BURST} at once: ${fault.name}, ${name}`,
    addedMs: of(tookMs) - of(alone),
    goalMs: delayMs * goal,
  });
  const worst = (figures: readonly number[]) => Math.max(...figures);
  return [row('median', median, BURST_GOAL.median), row('worst', worst, BURST_GOAL.worst)];
}

/** The hedge delay of a slot without earlier searches. */
async function hedgeIfHanging({ kind }: Fault, upstream: Upstream): Promise<number> {
  if (kind !== 'hangs') return 0;
  const { settings } = loadSettings({ SEARCH_PRIMARY_URL: 'http://127.0.0.1:9', SEARCH_TERTIARY_URL: 'off' });
  return Math.max(
    ...(await createSlots({ ...searchSettings(settings), upstream })).map((slot) =>
      hedgeDelayMs(track(slot)),
    ),
  );
}

async function measureFaults(): Promise<readonly Row[]> {
  const upstream = createUpstream({ userAgent: 'bench' });
  await using healthy = await startEngine((request, response) => {
    void answerSearch(fastestMocks(), request, response);
  });
  for (let round = 0; round < WARM_UP_ROUNDS; round++)
    await timed(await freshSearch(upstream, healthy.url, 'off'));
  const refusing = `http://127.0.0.1:${await freePort()}`;
  const refused: Fault = { name: 'connection refused', kind: 'says so', answer: () => undefined };
  const rows = [await measure(refused, refusing, healthy.url, upstream)];
  for (const fault of faults) {
    await using engine = await startEngine(fault.answer);
    rows.push(await measure(fault, engine.url, healthy.url, upstream));
  }
  const hanging = faults.filter(({ kind }) => kind === 'hangs');
  for (const fault of hanging) rows.push(...(await measureBurst(fault, healthy.url, upstream)));
  await upstream.close();
  return rows;
}

/**
 * Three slots that all fail in the same way, without a model that answers alone: the time from the question
 * to the 502.
 */
async function measureAllBroken(stage: Stage, fault: Fault): Promise<Row> {
  await using engine = await startEngine(fault.answer);
  const { url, child } = await stage.service({
    SEARCH_PRIMARY_URL: engine.url,
    SEARCH_SECONDARY_URL: engine.url,
    SEARCH_TERTIARY_URL: engine.url,
    MODEL_ONLY_FALLBACK: 'off',
    HEDGE: 'on',
    LOG_LEVEL: 'silent',
    QUERY_DEADLINE_MS: String(DEADLINE_MS),
  });
  try {
    await untilListening(child, () => fetch(new URL('/livez', url)));
    const startedAtMs = performance.now();
    const { status } = await fetch(new URL('/api/v1/query?q=harbour', url));
    if (status !== 502) throw new Error(`Status ${status} although every slot is broken: ${fault.name}`);
    const tookMs = performance.now() - startedAtMs;
    return { name: `all slots: ${fault.name}, 502 after`, addedMs: tookMs, goalMs: DEADLINE_MS };
  } finally {
    await child.stop();
  }
}

function report(rows: readonly Row[]): boolean {
  const missed = rows.filter(({ addedMs, goalMs }) => addedMs > goalMs);
  const lines = rows.map(
    ({ name, addedMs, goalMs }) => `| ${name} | ${addedMs.toFixed(1)} ms | at most ${goalMs} ms |`,
  );
  console.log(['| first back-end | added | goal |', '|---|---|---|', ...lines, ''].join('\n'));
  console.log(
    missed.length === 0 ? 'Every goal is met.' : `Missed: ${missed.map(({ name }) => name).join('; ')}.`,
  );
  return missed.length === 0;
}

try {
  const alone = await measureFaults();
  const stage = await openStage(undefined);
  const shapes = faults.filter(({ name }) => name === '403, JSON is off' || name === 'no answer');
  const together: Row[] = [];
  for (const fault of shapes) together.push(await measureAllBroken(stage, fault));
  process.exit(report([...alone, ...together]) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(1);
}
