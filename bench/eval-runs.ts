import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cacheKey } from '../src/cache/cache.ts';
import type { SetQuestion } from './select/question-set.ts';
import { readQuestionSets } from './select/question-sets.ts';

/** A prompt that `sayso eval --export` wrote. */
export type EvalPrompt = {
  readonly custom_id: string;
  readonly body: { readonly messages: readonly { readonly content: string }[] };
};

/** A question as `sayso eval` reads it. */
type DrawnQuestion = Pick<SetQuestion, 'id' | 'question' | 'answers' | 'pages'> & { readonly kind: string };

const SEED = 1;
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** The day is in the prompts; a reply fits on other days, too. */
const TODAY = /Today is [^.]*\./;

/** The rows of the reports that are kept as figures. */
const ROWS = new RegExp(
  '^\\| (?:correct|attempted|F-score|hotpot|nqpages|rtqa|in the|search|reading|selection|writing|' +
    'citations|statements|model calls|tokens|difference)',
);

/** The settings of a model whose replies come from files; nobody listens at its address. */
export const MODEL_FROM_FILES = {
  MODEL_PROVIDER: 'openai-compatible',
  MODEL_NAME: 'replies',
  MODEL_BASE_URL: 'http://127.0.0.1:9',
} as const;

/** The same questions of a set for the same seed: those whose ids have the lowest digests. */
export function drawQuestions(data: string, kind: string, count: number): DrawnQuestion[] {
  const rank = (id: string) => createHash('sha256').update(`${SEED} ${id}`).digest('hex');
  return readQuestionSets(data, [kind], 1)
    .flatMap(({ questions }) => questions)
    .toSorted((one, other) => (rank(one.id) < rank(other.id) ? -1 : 1))
    .slice(0, count)
    .map(({ id, question, answers, pages }) => ({ id, kind, question, answers, pages }));
}

/** The digest under which the reply to a prompt is kept. */
export function digestOf({ body }: EvalPrompt): string {
  return cacheKey(...body.messages.map(({ content }) => content.replace(TODAY, '')));
}

/** Prints the rows with figures. The texts of the questions stay where they are: not all may be copied. */
export function printRows(name: string, printed: string): void {
  const rows = printed.split('\n').filter((line) => /^\| [^|]+ \| [^|]*\d/.test(line) && ROWS.test(line));
  console.log([`## ${name}`, '', '| | |', '|---|---|', ...rows, ''].join('\n'));
}

/** Runs `sayso eval` with only these settings, and returns what it prints. */
export async function runEval(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const child = spawn(process.execPath, [MAIN, 'eval', ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return await text(child.stdout);
}
