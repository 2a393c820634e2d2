// What `sayso eval` finds in answers whose model calls are kept as data: `npm run bench -- eval-replies
// --data FOLDER`, on 60 questions with pages of three of that folder's sets. The prompts are exported and
// compared with the digests beside the kept replies, which are then imported. `--export FILE` only writes
// the prompts, each with its digest. The rows are those of the reports and of `sayso eval compare`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  digestOf,
  drawQuestions,
  type EvalPrompt,
  MODEL_FROM_FILES,
  printRows,
  runEval,
} from './eval-runs.ts';
import { readJsonLines, writeJsonLines } from './text/json-lines.ts';

const SETS = ['hotpot', 'nqpages', 'rtqa'];
const QUESTIONS_EACH = 20;
const WRITERS = ['capable', 'small'];

type Reply = { readonly custom_id: string; readonly prompt: string };

const { values } = parseArgs({ options: { data: { type: 'string' }, export: { type: 'string' } } });
if (values.data === undefined) {
  console.error('npm run bench -- eval-replies --data FOLDER [--export FILE]');
  process.exit(2);
}
const { data } = values;
const folder = mkdtempSync(join(tmpdir(), 'eval-replies-'));
const set = join(folder, 'questions.jsonl');
const out = (writer: string) => join(folder, writer);
try {
  writeJsonLines(
    set,
    SETS.flatMap((name) => drawQuestions(data, name, QUESTIONS_EACH)),
  );
  const exported = join(folder, 'prompts.jsonl');
  await evaluate(set, '--out', out('export'), '--export', exported);
  const prompts = readJsonLines<EvalPrompt>(exported).map((prompt) => ({
    ...prompt,
    prompt: digestOf(prompt),
  }));
  if (values.export !== undefined) writeJsonLines(values.export, prompts);
  else await report(prompts);
} finally {
  rmSync(folder, { recursive: true });
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

/** Runs `sayso eval` without a model, or with files in the place of one. */
function evaluate(...args: readonly string[]): Promise<string> {
  const model = args.includes(out('extractive')) ? { MODEL_PROVIDER: 'extractive' } : MODEL_FROM_FILES;
  return runEval(args, { cwd: folder, env: { SEARCH_TERTIARY_URL: 'off', ...model } });
}
