// Whether a caller who waits three seconds gets an answer within that time, whatever fails upstream: `npm run
// bench -- wait`. For each kind of failure, a new service gets its share of 1,000 questions with `Prefer:
// wait=3`, in every form in turn, after one question that is not counted; `--only TEXT` selects failures.
import { parseArgs } from 'node:util';
import { startEngine } from './engine.ts';
import { faults } from './fault-shapes.ts';
import { freePort } from './free-ports.ts';
import { answerModel } from './mock-model.ts';
import { answerSearch } from './mock-search.ts';
import { fastestMocks } from './mock-settings.ts';
import { untilListening } from './stage.ts';
import { median, percentile } from './statistics.ts';
import { startService } from './target.ts';
import { drip, modelFaults } from './wait/model-faults.ts';
import { FORMS, isWellFormed } from './wait/well-formed.ts';

const WAIT_SECONDS = 3;
const GOAL = { share: 0.995, by: 3050, all: 3250 } as const;
/** Replies that are printed because they are not well-formed. */
const MAX_COMPLAINTS = 5;
let complaints = 0;
const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '1000' },
    'at-a-time': { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
  },
});
const atATime = Number(values['at-a-time']);

/** The service's upstreams. */
type Scene = { readonly name: string; readonly searchUrl: string; readonly modelUrl: string };
type Outcome = { readonly tookMs: number; readonly isGood: boolean; readonly status: number };
type Row = { readonly name: string; readonly outcomes: readonly Outcome[] };

/** One question in one form. */
async function ask(url: URL, at: number): Promise<Outcome> {
  const form = FORMS[at % FORMS.length] ?? FORMS[0];
  const address = new URL(`/api/v1/query?q=How+deep+is+harbour+number+${at}%3F`, url);
  const startedAtMs = performance.now();
  const response = await fetch(address, { headers: { accept: form, prefer: `wait=${WAIT_SECONDS}` } });
  const body = await response.text();
  const tookMs = performance.now() - startedAtMs;
  const type = response.headers.get('content-type') ?? '';
  const isGood = isWellFormed({ status: response.status, type, body }, form);
  if (!isGood && complaints++ < MAX_COMPLAINTS)
    console.error(`Not well-formed (${form}, ${response.status}): ${body.slice(-300)}`);
  return { tookMs, isGood, status: response.status };
}

/** Asks the questions of one scene, several at a time, in a newly started service. */
async function play({ name, searchUrl, modelUrl }: Scene, questions: number): Promise<Row> {
  const mocks = { searchUrl, modelUrl, configure: async () => undefined };
  const { url, child } = await startService(mocks, {
    SEARCH_SECONDARY_URL: searchUrl,
    HEDGE: 'on',
    LOG_LEVEL: 'silent',
    SEARCH_CACHE_SECONDS: '0',
  });
  try {
    await untilListening(child, () => fetch(new URL('/livez', url)));
    await ask(url, questions);
    const outcomes: Outcome[] = [];
    let next = 0;
    const asker = async () => {
      while (next < questions) outcomes.push(await ask(url, next++));
    };
    await Promise.all(Array.from({ length: atATime }, asker));
    return { name, outcomes };
  } finally {
    await child.stop();
  }
}

function line({ name, outcomes }: Row): string {
  const times = outcomes.map(({ tookMs }) => tookMs);
  const good = outcomes.filter(({ isGood }) => isGood).length;
  const statuses = [...new Set(outcomes.map(({ status }) => status))].join(', ');
  return (
    `| ${name} | ${outcomes.length} | ${good} | ${statuses} | ${median(times).toFixed(0)} ms | ` +
    `${Math.max(...times).toFixed(0)} ms |`
  );
}

function report(rows: readonly Row[]): boolean {
  const outcomes = rows.flatMap((row) => row.outcomes);
  const times = outcomes.map(({ tookMs }) => tookMs);
  const share = outcomes.filter(({ tookMs, isGood }) => isGood && tookMs <= GOAL.by).length / outcomes.length;
  const worst = Math.max(...times);
  const isAllGood = outcomes.every(({ isGood }) => isGood);
  const lines = [
    ['| fault | questions | well-formed | status | median | slowest |', '|---|---|---|---|---|---|'],
    rows.map(line),
    ['', '| figure | product | goal |', '|---|---|---|'],
    [
      `| well-formed by ${GOAL.by} ms, of ${outcomes.length} | ${(share * 100).toFixed(1)} % | ` +
        `${GOAL.share * 100} % |`,
      `| 99.5 % by | ${percentile(times, GOAL.share).toFixed(0)} ms | ${GOAL.by} ms |`,
      `| all by | ${worst.toFixed(0)} ms${isAllGood ? '' : ', not all well-formed'} | ${GOAL.all} ms |`,
    ],
  ];
  console.log(lines.flat().join('\n'));
  return share >= GOAL.share && worst <= GOAL.all && isAllGood;
}

await using search = await startEngine((request, response) => {
  void answerSearch(fastestMocks(), request, response);
});
await using model = await startEngine((request, response) => {
  void answerModel(fastestMocks(), request, response);
});
const nobody = `http://127.0.0.1:${await freePort()}`;
const searchFaults = [...faults, { name: 'a byte now and then', answer: drip }];
const sceneCount = searchFaults.length + modelFaults.length + 4;
const questions = Math.ceil(Number(values.questions) / sceneCount);
const rows: Row[] = [];
const modelUrl = (url: string) => `${url}/v1`;
const playWith = async (name: string, searchUrl: string, url: string) => {
  if (name.includes(values.only))
    rows.push(await play({ name, searchUrl, modelUrl: modelUrl(url) }, questions));
};

await playWith('search: refused', nobody, model.url);
for (const { name, answer } of searchFaults) {
  await using engine = await startEngine(answer);
  await playWith(`search: ${name}`, engine.url, model.url);
}
await playWith('model: refused', search.url, nobody);
for (const { name, answer } of modelFaults) {
  await using engine = await startEngine(answer);
  await playWith(`model: ${name}`, search.url, engine.url);
}
await using silent = await startEngine(() => undefined);
await playWith('both: no answer', silent.url, silent.url);
await playWith('both: refused', nobody, nobody);
process.exit(report(rows) ? 0 : 1);
