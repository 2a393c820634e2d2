// What to expect from a slow machine: `npm run bench -- slow-models --data FOLDER`, where FOLDER contains
// `rtqa/*.jsonl.gz`. The model is a server that behaves as Ollama and llama.cpp do
// (test/support/slow-model.ts); every other reply ignores the length it is asked for. Everything runs SCALE
// times faster than on the machine, so Sayso's own time counts SCALE times, and so does any other work on the
// machine: "longest wait" says how long this process was held up at most.
//
//   --runs N   answers of each of twelve machines, of which none may be cut by its deadline (default 84)
//   --step N   only every Nth question for the recall
//   --only X   only `quick` answers, `deep` ones (in real time: 5 minutes), or the `profile` of small models
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { indexCollection } from '../src/documents/write-collection.ts';
import { measureSet, rate } from './select/outcome.ts';
import { readQuestionSets } from './select/question-sets.ts';
import { withProduct } from './select/with-product.ts';
import { askSlowly, type SlowAnswer } from './slow-models/ask-slowly.ts';
import { printDeepTable } from './slow-models/deep-table.ts';
import { printProfileTable } from './slow-models/profile-table.ts';
import type { Machine } from './slow-models/slow-stage.ts';
import { median } from './statistics.ts';
import { type Line, printLines } from './table.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    runs: { type: 'string', default: '84' },
    step: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const [news] = readQuestionSets(values.data, ['rtqa'], Number(values.step));
if (news === undefined) {
  console.error('No data: --data names the folder that contains rtqa/.');
  process.exit(2);
}

const READS = [30, 100, 400, 2000];
const WRITES = [3, 10, 40];
const SCALE = { table: 4, runs: 20 } as const;
const QUESTIONS = 5;
const MAX_SOURCES = 5;
/** Vane 1.12.1 in its speed mode: four calls one after the other (README.md, "Compared with Vane"). */
const VANE = { reads: 11_150, writesBefore: 117, writes: 200 };
/** The prompt that Sayso sent before its length followed the speed, with 2,000 tokens of source text. */
const BEFORE = 2000 + MAX_SOURCES * 40 + 190;

const folder = mkdtempSync(join(tmpdir(), 'sayso-slow-'));
const index = join(folder, 'pages.sqlite');
const pages = new Map(
  news.questions.slice(0, 60).flatMap((each) => each.pages.map((page) => [page.url, page])),
);
await indexCollection({ documents: [...pages.values()], file: index }, new AbortController().signal);
const texts = news.questions.slice(0, 60).map(({ question }) => question);

const askAll = (scale: number, count: number) =>
  Promise.all(
    READS.flatMap((reads) => WRITES.map((writes): Machine => ({ reads, writes, scale }))).map(
      async (machine) => {
        const questions = Array.from({ length: count }, (_, at) => texts[at % texts.length] ?? '');
        return { machine, answers: await askSlowly(machine, { index, questions }) };
      },
    ),
  );

const recalls = new Map<string, number>();
async function recallAt(budget: number, sources: number): Promise<number> {
  const key = `${budget} ${sources}`;
  const known = recalls.get(key);
  if (known !== undefined || news === undefined) return known ?? 0;
  const outcomes = await measureSet({ ...news, budgets: [budget] }, withProduct(sources));
  recalls.set(
    key,
    rate(outcomes, ({ recall }) => recall),
  );
  return recalls.get(key) ?? 0;
}

const lines: Line[] = [];
const { only = '' } = values;
if (only === '' || only === 'quick') {
  await printQuickTable();
  await countCutAnswers();
}
if (only === '' || only === 'profile') {
  console.log('');
  await printProfileTable({ index, questions: news.questions.slice(0, 60), count: QUESTIONS, recallAt });
}
if (only === '' || only === 'deep') {
  console.log('');
  lines.push(...(await printDeepTable(index, texts)));
}
console.log('');
rmSync(folder, { recursive: true });
process.exitCode = printLines(lines) ? 0 : 1;

function middle(answers: readonly SlowAnswer[], of: (answer: SlowAnswer) => number): number {
  return median(answers.map(of));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** Prints the budgets, times and recall of quick answers by all machines, and adds the goals. */
async function printQuickTable(): Promise<void> {
  const table = await askAll(SCALE.table, QUESTIONS);
  console.log(
    '| reads, writes (tokens/s) | source text | first word (s) | end (s) | words | answer in the sources | ' +
      'first word before, Vane (s) |\n|---|---|---|---|---|---|---|',
  );
  for (const { machine, answers } of table) {
    const { reads, writes } = machine;
    const sources = Math.max(...answers.map((answer) => answer.sources));
    const budget = Math.round(middle(answers, (answer) => answer.budget) / 50) * 50;
    const recall = await recallAt(budget, sources);
    const firstMs = Math.max(...answers.map(({ firstWordMs }) => firstWordMs));
    const vaneMs = (1000 * VANE.reads) / reads + (1000 * VANE.writesBefore) / writes;
    console.log(
      `| ${reads}, ${writes} | ${budget} tokens, ${sources} sources | ` +
        `${seconds(middle(answers, (answer) => answer.firstWordMs))} | ` +
        `${seconds(middle(answers, (answer) => answer.endMs))} | ` +
        `${middle(answers, (answer) => answer.words)} | ${recall.toFixed(1)} % | ` +
        `${seconds((1000 * BEFORE) / reads)}, ${seconds(vaneMs)} |`,
    );
    const limitMs = reads >= 100 ? 8000 : 12_000;
    lines.push({
      name: `slowest first word of ${QUESTIONS}, ${reads} and ${writes} tokens a second`,
      value: `${seconds(firstMs)} s`,
      goal: `at most ${limitMs / 1000} s`,
      isMet: firstMs <= limitMs,
    });
    if (reads >= 2000 && writes === WRITES[0]) {
      const share = (100 * recall) / (await recallAt(4000, MAX_SOURCES));
      lines.push({
        name: `recall at ${reads} tokens a second, of that with 4,000 tokens`,
        value: `${share.toFixed(1)} %`,
        goal: 'at least 98 %',
        isMet: share >= 98,
      });
    }
  }
  const cached = Math.min(
    ...table.flatMap(({ answers }) => answers.slice(1).map((answer) => answer.cachedTokens)),
  );
  lines.push({
    name: 'tokens of the instructions found in the cache, from the second question on; least',
    value: String(cached),
    goal: 'at least 120',
    isMet: cached >= 120,
  });
}

/** Asks many questions on all machines, and counts the answers that are not whole. */
async function countCutAnswers(): Promise<void> {
  const held = monitorEventLoopDelay({ resolution: 10 });
  held.enable();
  const runs = (await askAll(SCALE.runs, Number(values.runs))).flatMap(({ answers }) => answers);
  const cut = runs.filter(({ error }) => error !== null);
  for (const { error } of cut.slice(0, 5)) console.error(error);
  lines.push({
    name: `answers cut by their deadline or failed, of ${runs.length}`,
    value: String(cut.length),
    goal: '0',
    isMet: cut.length === 0,
  });
  lines.push({
    name: 'longest wait of this process meanwhile, on the scale of the answers',
    value: `${seconds((held.max / 1e6) * SCALE.runs)} s`,
    goal: '',
    isMet: true,
  });
}
