// The cost of a thousand equal questions at once, with one instance and with three that share a Redis: `npm
// run bench -- twins`. Every other question requests a stream. With `--times N`, each case runs N times, and the
// worst run counts.
import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { isRedisInstalled, type RedisServer, startRedis } from '../test/support/redis-server.ts';
import { ask } from './ask.ts';
import { startEngine } from './engine.ts';
import { answerModel } from './mock-model.ts';
import { answerSearch } from './mock-search.ts';
import { fastestMocks, type MockSettings } from './mock-settings.ts';
import { cpuMs } from './process-usage.ts';
import { untilListening } from './stage.ts';
import { median } from './statistics.ts';
import { startService, type Target } from './target.ts';

const TWINS = 1000;
/** Each instance may answer the question once: only a finished answer is shared through Redis. */
const GOAL = { searches: 1, modelCalls: 1 } as const;
const TIMEOUT_MS = 30_000;
/** Slow enough that all questions are asked while the first is being answered. */
const UPSTREAM: MockSettings = {
  ...fastestMocks(),
  search: { delayMs: 300 },
  llm: { ttftMs: 300, tokensPerSec: 200, answerTokens: 200 },
};

type Row = {
  readonly instances: number;
  readonly searches: number;
  readonly modelCalls: number;
  readonly answered: number;
  readonly medianMs: number;
  readonly slowestMs: number;
  readonly cpuMsPerQuestion: number;
};

/** One question of the thousand; resolves with how long it took, or null if there was no whole answer. */
function askTwin(target: Target, question: string, form: 'json' | 'stream'): Promise<number | null> {
  const startedAtMs = performance.now();
  const headers = { ...target.headers(form), 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const call = request(target.url, { method: 'POST', agent: false, headers }, (response) => {
      let reply = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (reply += chunk));
      response.on('error', () => resolve(null));
      response.on('end', () => {
        const isGood = response.statusCode === 200 && target.isAnswer(reply, form);
        resolve(isGood ? performance.now() - startedAtMs : null);
      });
    });
    call.setTimeout(TIMEOUT_MS, () => call.destroy());
    call.on('error', () => resolve(null));
    call.end(target.body(question, form));
  });
}

/** A thousand equal questions at once, distributed over fresh instances. */
async function play(instances: number, redis: RedisServer | null): Promise<Row> {
  await using search = await startEngine((call, response) => {
    void answerSearch(UPSTREAM, call, response);
  });
  let modelCalls = 0;
  await using model = await startEngine((call, response) => {
    if (call.method === 'POST') modelCalls++;
    void answerModel(UPSTREAM, call, response);
  });
  const mocks = { searchUrl: search.url, modelUrl: `${model.url}/v1`, configure: async () => undefined };
  const env = { ANSWER_CACHE_SECONDS: '300', ...(redis !== null && { REDIS_URL: redis.url }) };
  const targets = await Promise.all(Array.from({ length: instances }, () => startService(mocks, env)));
  try {
    for (const target of targets) {
      await untilListening(target.child, () => ask(target, 'json'));
      await ask(target, 'stream');
    }
    const before = { searches: search.searches(), modelCalls, cpu: cpuOf(targets) };
    const question = `What do a thousand people want to know at ${performance.now()}?`;
    const tookMs = await Promise.all(
      Array.from({ length: TWINS }, (_, at) => {
        const target = targets[at % targets.length];
        if (target === undefined) throw new Error('There are no instances.');
        return askTwin(target, question, at % 2 === 0 ? 'json' : 'stream');
      }),
    );
    const answered = tookMs.filter((ms) => ms !== null);
    return {
      instances,
      searches: search.searches() - before.searches,
      modelCalls: modelCalls - before.modelCalls,
      answered: answered.length,
      medianMs: median(answered),
      slowestMs: Math.max(...answered),
      cpuMsPerQuestion: (cpuOf(targets) - before.cpu) / TWINS,
    };
  } finally {
    await Promise.all(targets.map(({ child }) => child.stop()));
  }
}

function cpuOf(targets: readonly Target[]): number {
  return targets.reduce((sum, { child }) => sum + (cpuMs(child.pid) ?? Number.NaN), 0);
}

function isMet({ instances, searches, modelCalls, answered }: Row): boolean {
  return (
    searches <= GOAL.searches * instances && modelCalls <= GOAL.modelCalls * instances && answered === TWINS
  );
}

function report(rows: readonly Row[]): boolean {
  const lines = rows.map(
    (row) =>
      `| ${row.instances} | ${row.searches} | ${row.modelCalls} | ${row.answered} | ` +
      `${row.medianMs.toFixed(0)} ms | ` +
      `${row.slowestMs.toFixed(0)} ms | ${row.cpuMsPerQuestion.toFixed(2)} ms | ` +
      `${isMet(row) ? 'yes' : 'NO'} |`,
  );
  console.log(
    [
      `${TWINS} equal questions at once; the goal for each instance is ${GOAL.searches} search, ${GOAL.modelCalls} model ` +
        'call, all answered.',
      '',
      '| instances | searches | model calls | answered | median | slowest | CPU a question | met |',
      '|---|---|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  );
  return rows.every(isMet);
}

const { values } = parseArgs({ options: { times: { type: 'string', default: '1' } } });
if (!isRedisInstalled()) {
  console.error('Three instances need the Debian package redis-server.');
  process.exit(2);
}
const rows: Row[] = [];
for (let time = 0; time < Number(values.times); time++) {
  rows.push(await play(1, null));
  await using redis = await startRedis();
  rows.push(await play(3, redis));
}
process.exit(report(rows) ? 0 : 1);
