// Whether memory and handles stay constant over many questions, some with failures: `npm run bench -- soak`.
// `--questions N` (100000); each tenth of them is a leg, and the last leg is compared with the first.
import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEngine } from './engine.ts';
import { faults } from './fault-shapes.ts';
import { answerSearch } from './mock-search.ts';
import { fastestMocks } from './mock-settings.ts';
import { residentMib } from './process-usage.ts';
import { leastHeapMib, scrape } from './scrape.ts';
import { startFaultyModel } from './soak/faulty-model.ts';
import { untilListening } from './stage.ts';
import { type Line, printLines } from './table.ts';
import { startService, type Target } from './target.ts';

const AT_A_TIME = 16;
const LEGS = 10;
/** One in this many searches, model calls and callers goes wrong. */
const BAD_SEARCH = 10;
const BAD_MODEL = 20;
const LEAVING = 50;
/** After a leg, until idle connections are closed. */
const REST_MS = 6_000;
const AFTER_COLLECTING_MS = 1_000;
const COLLECT = new URL('soak/collect-on-signal.ts', import.meta.url).href;
const GOAL_GROWTH = 1.05;
/** The number of idle connections to the upstreams varies. */
const SPARE_HANDLES = AT_A_TIME * 3;

const agent = new Agent({ keepAlive: true });
type Leg = { readonly heapMib: number; readonly residentMib: number; readonly handles: number };

/** Asks a question in one of the forms; now and then the caller disconnects in the middle. */
function ask({ url }: Target, number: number, statuses: Map<number, number>): Promise<void> {
  const accept = number % 3 === 0 ? 'text/event-stream' : 'application/json';
  const body = JSON.stringify({ query: `Which glacier moves fastest in year ${number}?` });
  const headers = { accept, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const status = response.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      response.resume();
      response.on('close', () => resolve());
    });
    call.on('error', () => resolve());
    call.end(body);
    if (number % LEAVING === 0) setTimeout(() => call.destroy(), number % 7);
  });
}

async function startEverything(): Promise<Target> {
  const answer = answerSearch.bind(null, fastestMocks());
  let searches = 0;
  const first = await startEngine((asked, response) => {
    const fault = ++searches % BAD_SEARCH === 0 ? faults[(searches / BAD_SEARCH) % faults.length] : undefined;
    if (fault === undefined) answer(asked, response).catch(() => response.destroy());
    else fault.answer(asked, response);
  });
  const second = await startEngine((asked, response) => {
    answer(asked, response).catch(() => response.destroy());
  });
  const modelUrl = await startFaultyModel(BAD_MODEL);
  const mocks = { searchUrl: first.url, modelUrl, configure: async () => undefined };
  return startService(mocks, {
    SEARCH_SECONDARY_URL: second.url,
    SEARCH_TIMEOUT_MS: '300',
    MODEL_TIMEOUT_MS: '500',
    HEDGE: 'on',
    ANSWER_CACHE_SECONDS: '300',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import ${COLLECT}`,
  });
}

async function walk(
  target: Target,
  from: number,
  count: number,
  statuses: Map<number, number>,
): Promise<Leg> {
  let next = from;
  const asker = async () => {
    while (next < from + count) await ask(target, next++, statuses);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, asker));
  agent.destroy();
  await sleep(REST_MS);
  const { pid } = target.child;
  process.kill(pid, 'SIGUSR2');
  const heapMib = await leastHeapMib(target, AFTER_COLLECTING_MS);
  const handles = readdirSync(`/proc/${pid}/fd`).length;
  return { heapMib, residentMib: residentMib(pid) ?? Number.NaN, handles };
}

function report(legs: readonly Leg[], statuses: ReadonlyMap<number, number>): boolean {
  const [first, last] = [legs[0], legs.at(-1)];
  if (first === undefined || last === undefined) return false;
  const growth = (name: string, from: number, to: number): Line => ({
    name,
    value: `${from.toFixed(0)} to ${to.toFixed(0)} MiB, ${(to / from).toFixed(3)} x`,
    goal: `at most ${GOAL_GROWTH} x`,
    isMet: to / from <= GOAL_GROWTH,
  });
  const most = (some: readonly Leg[]) => Math.max(...some.map(({ residentMib: each }) => each));
  const known = new Set([200, 502, 503]);
  const others = [...statuses].filter(([status]) => !known.has(status));
  return printLines([
    {
      name: 'replies by status',
      value: [...statuses].map((each) => each.join(': ')).join(', '),
      goal: '',
      isMet: true,
    },
    {
      name: 'replies with another status',
      value: String(others.length),
      goal: '0',
      isMet: others.length === 0,
    },
    growth('heap after the first and the last leg', first.heapMib, last.heapMib),
    // V8 returns memory only now and then, so single legs differ by up to half.
    growth(
      'maximum resident memory in the first and the second half',
      most(legs.slice(0, LEGS / 2)),
      most(legs.slice(LEGS / 2)),
    ),
    {
      name: 'file handles after the first and the last leg',
      value: `${first.handles}, ${last.handles}`,
      goal: `at most ${SPARE_HANDLES} more`,
      isMet: last.handles <= first.handles + SPARE_HANDLES,
    },
  ]);
}

try {
  const { values } = parseArgs({ options: { questions: { type: 'string', default: '100000' } } });
  const perLeg = Math.ceil(Number(values.questions) / LEGS);
  const service = await startEverything();
  await untilListening(service.child, () => scrape(service));
  const statuses = new Map<number, number>();
  const legs: Leg[] = [];
  for (let leg = 0; leg < LEGS; leg++) {
    legs.push(await walk(service, leg * perLeg + 1, perLeg, statuses));
    const {
      heapMib,
      residentMib: resident,
      handles,
    } = legs.at(-1) ?? { heapMib: 0, residentMib: 0, handles: 0 };
    process.stderr.write(
      `leg ${leg + 1}: ${heapMib.toFixed(1)} MiB of heap, ${resident.toFixed(0)} MiB resident, ` +
        `${handles} handles\n`,
    );
  }
  process.exit(report(legs, statuses) ? 0 : 1);
} catch (error) {
  console.error(error);
  process.exit(1);
}
