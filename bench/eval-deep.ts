// What deep answers gain over quick ones, with model calls that are kept as data: `npm run bench -- eval-deep
// --data FOLDER`. Two-step questions and one-step ones are asked over one collection, with all pages of the
// two-step set and those of the others. A run goes in rounds, because a deep answer has several calls: its
// prompts are exported, those whose digest has a kept reply are imported, and so on. `--open FILE` writes the
// prompts that have no reply yet, `--show FILE` all answers, which must not be copied.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DEFAULT_SOURCES, MAX_SOURCES } from '../src/core/question.ts';
import type { EvalRecord } from '../src/eval/grading/eval-record.ts';
import {
  digestOf,
  drawQuestions,
  type EvalPrompt,
  MODEL_FROM_FILES,
  printRows,
  runEval,
} from './eval-runs.ts';
import { bootstrap } from './select/bootstrap.ts';
import { readQuestionSets } from './select/question-sets.ts';
import { startSmallWeb } from './small-web.ts';
import { readJsonLines, writeJsonLines } from './text/json-lines.ts';

/** Questions that need two steps, and questions that need one. */
const DRAWN = { hotpot: 40, nqpages: 5, rtqa: 5 } as const;
const RUNS = {
  quick: ['--sources', String(DEFAULT_SOURCES)],
  deep: ['--depth', 'deep', '--sources', String(MAX_SOURCES)],
} as const;
const REPLIES = fileURLToPath(new URL('replies/eval-deep.jsonl', import.meta.url));

type Run = keyof typeof RUNS;
type Reply = { readonly prompt: string; readonly text: string };

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    open: { type: 'string' },
    show: { type: 'string' },
    replies: { type: 'string', default: REPLIES },
  },
});
const { data, replies: repliesFile } = values;
if (data === undefined) {
  console.error('npm run bench -- eval-deep --data FOLDER [--open FILE] [--show FILE] [--replies FILE]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'eval-deep-'));
const set = join(folder, 'questions.jsonl');
const drawn = Object.entries(DRAWN).flatMap(([name, count]) => drawQuestions(data, name, count));
writeJsonLines(
  set,
  drawn.map(({ pages: _, ...question }) => question),
);
const twoSteps = readQuestionSets(data, ['hotpot'], 1).flatMap(({ questions }) => questions);
const web = await startSmallWeb(
  [...twoSteps, ...drawn].flatMap(({ pages }) => pages),
  folder,
);
try {
  const kept = new Map(readJsonLines<Reply>(repliesFile).map(({ prompt, text }) => [prompt, text]));
  const open: object[] = [];
  const folders: string[] = [];
  for (const run of ['quick', 'deep'] as const) {
    const round = await answerAll(run, kept);
    open.push(...round.open);
    folders.push(round.out);
    printRows(run, round.printed);
    if (values.show !== undefined)
      writeJsonLines(`${values.show}-${run}.jsonl`, readJsonLines(join(round.out, 'answers.jsonl')));
  }
  const [quick = '', deep = ''] = folders;
  printRows('quick, then deep', await evaluate('compare', quick, deep));
  for (const kinds of [['hotpot'], ['nqpages', 'rtqa']]) printGain(kinds, quick, deep);
  if (values.open !== undefined) writeJsonLines(values.open, open);
  console.log(`${open.length} prompts have no reply`);
} finally {
  web.close();
  rmSync(folder, { recursive: true });
}

/** Prints the gain over the questions of some sets, with its 95 % interval. */
function printGain(kinds: readonly string[], quick: string, deep: string): void {
  const gradesIn = (out: string) => {
    const records = readJsonLines<EvalRecord>(join(out, 'answers.jsonl'));
    const grades = records.map(({ id, exact }) => [id, exact === 'correct' ? 100 : 0] as const);
    return new Map(grades);
  };
  const [before, after] = [gradesIn(quick), gradesIn(deep)];
  const ids = drawn.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const { mean, lower, upper } = bootstrap([ids.map((id) => (after.get(id) ?? 0) - (before.get(id) ?? 0))]);
  const told = [mean, lower, upper].map((points) => points.toFixed(1));
  console.log(`| gain, ${kinds.join(' and ')} | ${told[0]} points (${told[1]} to ${told[2]}) |`);
}

/** Runs in rounds until no prompt is left that a kept reply fits; each round is a run of its own. */
async function answerAll(run: Run, kept: ReadonlyMap<string, string>) {
  const known: object[] = [];
  for (let round = 1; ; round++) {
    const [out, exported, imported] = ['out', 'exported', 'imported'].map((name) =>
      join(folder, `${run}-${round}-${name}.jsonl`),
    ) as [string, string, string];
    writeJsonLines(imported, known);
    const replies = known.length === 0 ? [] : ['--import', imported];
    const printed = await evaluate(set, ...RUNS[run], '--out', out, '--export', exported, ...replies);
    const prompts = readJsonLines<EvalPrompt>(exported).map((prompt) => ({
      ...prompt,
      prompt: digestOf(prompt),
    }));
    const before = known.length;
    for (const { custom_id, prompt } of prompts) {
      const text = kept.get(prompt);
      if (text !== undefined) known.push({ custom_id, text });
    }
    if (known.length === before) return { open: prompts, out, printed };
  }
}

function evaluate(...args: readonly string[]): Promise<string> {
  return runEval(args, { cwd: folder, env: { ...web.env, ...MODEL_FROM_FILES } });
}
