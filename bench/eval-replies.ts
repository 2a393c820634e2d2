// What `sayso eval` finds in answers whose model calls are kept as data: `npm run bench:eval-replies --
// --data FOLDER`, on 60 questions with pages of three of that folder's sets. The prompts are exported and
// compared with the digests beside the kept replies, which are then imported. `--export FILE` only writes
// the prompts, each with its digest. The rows are those of the reports and of `sayso eval compare`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cacheKey } from '../src/cache/cache.ts';
import { readQuestionSets } from './select/question-sets.ts';
import { readJsonLines, writeJsonLines } from './text/json-lines.ts';

const SETS = ['hotpot', 'nqpages', 'rtqa'];
const QUESTIONS_EACH = 20;
const SEED = 1;
const WRITERS = ['capable', 'small'];
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** The day is in every prompt; a reply fits on other days, too. */
const TODAY = /Today is [^.]*\./;

/** The rows of the reports that are kept as figures. */
const ROWS = new RegExp(
  '^\\| (?:correct|attempted|F-score|hotpot|nqpages|rtqa|in the|search|reading|selection|writing|' +
    'citations|statements|model calls|tokens|difference)',
);

type Prompt = {
  readonly custom_id: string;
  readonly body: { readonly messages: readonly { readonly content: string }[] };
};
type Reply = { readonly custom_id: string; readonly prompt: string };

const { values } = parseArgs({ options: { data: { type: 'string' }, export: { type: 'string' } } });
if (values.data === undefined) {
  console.error('npm run bench:eval-replies -- --data FOLDER [--export FILE]');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'eval-replies-'));
const set = join(folder, 'questions.jsonl');
const out = (writer: string) => join(folder, writer);
try {
  writeJsonLines(set, drawQuestions(values.data));
  const exported = join(folder, 'prompts.jsonl');
  await evaluate(set, '--out', out('export'), '--export', exported);
  const prompts = readJsonLines<Prompt>(exported).map((prompt) => ({ ...prompt, prompt: digestOf(prompt) }));
  if (values.export !== undefined) writeJsonLines(values.export, prompts);
  else await report(prompts);
} finally {
  rmSync(folder, { recursive: true });
}

/** The same questions for the same seed: those whose ids have the lowest digests. */
function drawQuestions(data: string): object[] {
  const rank = (id: string) => createHash('sha256').update(`${SEED} ${id}`).digest('hex');
  return readQuestionSets(data, SETS, 1).flatMap(({ name: kind, questions }) =>
    questions
      .toSorted((one, other) => (rank(one.id) < rank(other.id) ? -1 : 1))
      .slice(0, QUESTIONS_EACH)
      .map(({ id, question, answers, pages }) => ({ id, kind, question, answers, pages })),
  );
}

function digestOf({ body }: Prompt): string {
  return cacheKey(...body.messages.map(({ content }) => content.replace(TODAY, '')));
}

async function report(prompts: readonly Reply[]): Promise<void> {
  await evaluate(set, '--out', out('extractive'));
  for (const writer of WRITERS) {
    const file = fileURLToPath(new URL(`replies/eval-${writer}.jsonl`, import.meta.url));
    const kept = new Map(readJsonLines<Reply>(file).map((reply) => [reply.custom_id, reply.prompt]));
    for (const { custom_id: id, prompt } of prompts)
      if (kept.get(id) !== prompt) throw new Error(`${file} has no reply to the prompt ${id}`);
    await evaluate(set, '--out', out(writer), '--import', file);
  }
  for (const writer of ['extractive', ...WRITERS])
    printRows(writer, await evaluate(set, '--out', out(writer), '--resume'));
  for (const writer of ['extractive', 'small'])
    printRows(`${writer}, then capable`, await evaluate('compare', out(writer), out('capable')));
}

/** Prints the rows with figures. The texts of the questions stay where they are: not all may be copied. */
function printRows(name: string, printed: string): void {
  const rows = printed.split('\n').filter((line) => /^\| [^|]+ \| [^|]*\d/.test(line) && ROWS.test(line));
  console.log([`## ${name}`, '', '| | |', '|---|---|', ...rows, ''].join('\n'));
}

/** Runs `sayso eval` with only these settings, and returns what it prints. */
async function evaluate(...args: readonly string[]): Promise<string> {
  const isExtractive = args.includes(out('extractive'));
  const model = {
    MODEL_PROVIDER: 'openai-compatible',
    MODEL_NAME: 'replies',
    MODEL_BASE_URL: 'http://127.0.0.1:9',
  };
  const env = { SEARCH_TERTIARY_URL: 'off', ...(isExtractive ? { MODEL_PROVIDER: 'extractive' } : model) };
  const child = spawn(process.execPath, [MAIN, 'eval', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return await text(child.stdout);
}
