// What the correction of doubtful statements does to answers that models wrote: `npm run bench -- correct
// --answers FOLDER` counts, by the labels of readers, the statements that were left out or rewritten with
// the replies of `bench/replies/correct.jsonl` (or `--replies FILE`, lines `{id, prompt, reply}`). `--show`
// prints them. Answers whose prompt has no reply are left out and named; `--export FILE` writes their
// prompts, lines `{id, prompt, system, user}`.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRewritingCorrector } from '../src/answer/correct.ts';
import { fixedDraft } from '../src/answer/draft.ts';
import { cacheKey } from '../src/cache/cache.ts';
import { startBudget } from '../src/core/budget.ts';
import { startDeadline } from '../src/core/deadline.ts';
import { ANY_SCOPE } from '../src/core/scope.ts';
import { createJudge } from '../src/lib/verdicts/index.ts';
import { toPrompt } from '../src/write/prompt.ts';
import type { Writer } from '../src/write/writer.ts';
import { readJsonLines, writeJsonLines } from './text/json-lines.ts';
import { type JudgedAnswer, judgedAnswers } from './verdicts/judged-answers.ts';
import { type OpenPrompt, readReplies, reportOpen } from './verdicts/kept-replies.ts';

const { values } = parseArgs({
  options: {
    answers: { type: 'string' },
    export: { type: 'string' },
    replies: { type: 'string', default: fileURLToPath(new URL('replies/correct.jsonl', import.meta.url)) },
    show: { type: 'boolean', default: false },
  },
});
if (values.answers === undefined) {
  console.error('npm run bench -- correct --answers FOLDER [--replies FILE] [--export FILE] [--show]');
  process.exit(2);
}
const folder = values.answers;

const TIME_LIMIT_MS = 60_000;
/** The prompt does not depend on the day, and the digest must not. */
const TODAY = new Date(0);
const { signal } = new AbortController();

/** Corrects one answer as the service does; `replyTo` gives the reply of the model to a prompt. */
async function correct(judged: JudgedAnswer, replyTo: (prompt: OpenPrompt) => string): Promise<string> {
  const { id, question: text, answer, language, sources } = judged;
  const writer: Writer = {
    name: 'replies',
    needsSources: false,
    async *write(task) {
      const { system, user } = toPrompt(task, TODAY);
      yield { type: 'text', text: replyTo({ id, prompt: cacheKey(system, user), system, user }) };
    },
  };
  const createCitationFilter = () => ({ push: (piece: string) => piece, end: () => '', moves: [] });
  using deadline = startDeadline(TIME_LIMIT_MS, signal);
  const deadlineAtMs = performance.now() + TIME_LIMIT_MS;
  const question = { id, text, maxSources: 10, scope: ANY_SCOPE, deadlineAtMs, history: [] };
  const evidence = {
    ...{ meaning: text, searches: [], sources, language, tokens: 0, calls: 0, isRushed: false },
  };
  const draft = fixedDraft(answer);
  const budget = startBudget(deadline, 1_000);
  const correcting = createRewritingCorrector({ createJudge, writer, createCitationFilter });
  return (await correcting({ text: answer, question, evidence, draft, budget }, signal)).text;
}

const answers = judgedAnswers(folder);
await report(values.replies);

type Labelled = { readonly id: string; readonly statements: readonly LabelledStatement[] };
type LabelledStatement = { readonly from: number; readonly to: number; readonly label: string };

async function report(path: string): Promise<void> {
  const replies = readReplies(path);
  const open: OpenPrompt[] = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const labelled = files.flatMap((name) => readJsonLines<Labelled>(`${folder}/${name}`));
  const labels = new Map(labelled.map(({ id, statements }) => [id, statements]));
  const counts = new Map<string, { all: number; gone: number }>();
  let sent = 0;
  let repeated = 0;
  for (const judged of answers) {
    let reply: string | undefined;
    const corrected = await correct(judged, (prompt) => {
      reply = replies.get(prompt.prompt);
      if (reply === undefined) open.push(prompt);
      return reply ?? '';
    });
    if (open.at(-1)?.id === judged.id) continue;
    sent += reply?.split('\n').filter((line) => line.trim() !== '').length ?? 0;
    repeated += repetitionsIn(corrected) - repetitionsIn(judged.answer);
    for (const { from, to, label } of labels.get(judged.id) ?? []) {
      const count = counts.get(label) ?? { all: 0, gone: 0 };
      counts.set(label, count);
      count.all++;
      const statement = judged.answer.slice(from, to).trim();
      if (corrected.includes(statement)) continue;
      count.gone++;
      if (values.show) console.log(`${judged.id} [${label}] ${statement}\n  -> ${reply}`);
    }
  }
  reportOpen(open, answers.length);
  writeJsonLines(values.export ?? null, open);
  console.log(`${sent} statements sent; sentences said twice that were not before: ${repeated}`);
  for (const [label, { all, gone }] of counts)
    console.log(`${label}: ${gone} of ${all} left out or rewritten (${((100 * gone) / all).toFixed(1)} %)`);
}

/** How many lines and sentences of a text stand in it more than once. */
function repetitionsIn(text: string): number {
  const sentences = text.split(/(?<=[.!?。])\s+|\n/u).filter((sentence) => sentence.length > 20);
  return sentences.length - new Set(sentences).size;
}
