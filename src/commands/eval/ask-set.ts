import { appendFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Environment } from '../../config/load.ts';
import { GRADING_TOKENS } from '../../eval/grading/judge-prompt.ts';
import { askAndGrade } from '../../eval/running/ask-and-grade.ts';
import { type ProgressOutput, showProgress } from '../../eval/running/progress.ts';
import { retryRateLimited } from '../../eval/running/retry-rate-limited.ts';
import { runEach } from '../../eval/running/run-each.ts';
import { openRunFolder, type RunFolder } from '../../eval/running/run-folder.ts';
import { estimateSpending, startAccount, type TokenPrices } from '../../eval/running/spending.ts';
import type { EvalQuestion } from '../../eval/sets/eval-question.ts';
import { type OpenSet, openSet } from '../../eval/sets/open-set.ts';
import type { SavePages } from '../../eval/targets/retrieval-monitor.ts';
import type { TerminalPrompt } from '../setup/prompt.ts';
import type { EvalOrder } from './eval-arguments.ts';
import { type EvalTarget, openTarget } from './open-target.ts';

/** The input of `sayso eval`. */
export type EvalCommand = {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly version: string;
  print(line: string): void;
  /** Where progress is shown. */
  readonly progress: ProgressOutput;
  /** Asks the operator, for `--review`. */
  openPrompt(signal: AbortSignal): TerminalPrompt;
};

/** Asks a set's questions that have no answer yet; returns the folder. Keeps what is done if interrupted. */
export async function askSet(
  order: EvalOrder,
  command: EvalCommand,
  signal: AbortSignal,
): Promise<RunFolder> {
  await using opened = new AsyncDisposableStack();
  const { set: path, questions: count, seed, batch } = order;
  const out = order.out ?? `eval-${basename(path).split('.', 1)[0]}`;
  const pagesPath = join(out, 'pages.jsonl');
  const isAnswered = batch?.importPath != null && existsSync(pagesPath);
  const set = await openSet({ path, pagesPath: order.pages ?? (isAnswered ? pagesPath : null), count, seed });
  const { hasPages } = set;
  const savePages: SavePages | null =
    batch === null ? null : (id, pages) => appendFileSync(pagesPath, `${JSON.stringify({ id, pages })}\n`);
  const target = await openTarget(order, { ...command, hasPages, opened, savePages }, signal);
  const folder = openFolder({ ...order, out }, command.version, { set, target });
  const isComplete = await askOpenQuestions({ order, command, set, target, folder }, signal);
  if (signal.aborted) command.progress.write('Stopped. What is done is kept; --resume goes on.\n');
  else if (!isComplete)
    command.progress.write('The limit of tokens or cost is reached. --resume goes on and counts anew.\n');
  const { exported = 0 } = target.batch ?? {};
  if (exported > 0)
    command.progress.write(
      `Prompts in ${batch?.exportPath}: ${exported}. --import goes on with the replies.\n`,
    );
  return folder;
}

type OpenRun = { readonly set: OpenSet; readonly target: EvalTarget };

function openFolder(
  { set: path, out, seed, depth, isResumed }: EvalOrder & { readonly out: string },
  version: string,
  { set, target: { target, settings } }: OpenRun,
): RunFolder {
  const name = basename(path);
  const plan = { version, set: name, questions: set.ids.size, seed, target, depth, settings };
  return openRunFolder(out, plan, isResumed);
}

type AskedRun = OpenRun & {
  readonly order: EvalOrder;
  readonly command: EvalCommand;
  readonly folder: RunFolder;
};

/** Asks the questions that have no answer; false if the limits ended the run before its end. */
async function askOpenQuestions(
  { order, command, set, target, folder }: AskedRun,
  signal: AbortSignal,
): Promise<boolean> {
  const { concurrency, maxTokens, maxCost } = order;
  const output = command.progress;
  const done = new Set<string>();
  for await (const { id, failure } of folder.records()) if (failure === null) done.add(id);
  const limits = { prices: pricesOf(order), maxTokens, maxCost };
  const judgeTokens = order.judge === 'exact' ? 0 : GRADING_TOKENS;
  const open = set.ids.size - done.size;
  output.write(`${estimateSpending(open, target.expected, limits, judgeTokens)}.\n`);
  const progress = showProgress(set.ids.size, done.size, output);
  const account = startAccount(limits);
  const ask = retryRateLimited(target.ask, progress.waiting);
  const work = async (question: EvalQuestion) => {
    const record = await askAndGrade(ask, question, signal);
    folder.add(record);
    account.add(record);
    progress.step(record.exact === undefined ? null : record.exact === 'correct');
  };
  const items = notIn(done, set.questions());
  try {
    await runEach({ items, concurrency, mayGoOn: () => account.hasRoom, work }, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    progress.end();
  }
  return account.hasRoom;
}

async function* notIn<Item extends { readonly id: string }>(
  ids: ReadonlySet<string>,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  for await (const item of items) if (!ids.has(item.id)) yield item;
}

/** The prices in the options; null unless both are known. */
export function pricesOf({
  priceInput: input,
  priceOutput: output,
}: Pick<EvalOrder, 'priceInput' | 'priceOutput'>): TokenPrices {
  return input === null || output === null ? null : { input, output };
}
