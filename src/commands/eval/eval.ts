import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, loadSettings } from '../../config/load.ts';
import { writingSettings } from '../../config/part-settings.ts';
import { Failure } from '../../core/failure.ts';
import type { EvalRecord } from '../../eval/grading/eval-record.ts';
import { GRADES, type Grade } from '../../eval/grading/grade.ts';
import { compareRuns } from '../../eval/report/compare-runs.ts';
import type { EvalSummary } from '../../eval/report/summary.ts';
import { toReportMarkdown } from '../../eval/report/to-markdown.ts';
import { writeReport } from '../../eval/report/write-report.ts';
import { judgeRecords, ungraded } from '../../eval/running/judge-records.ts';
import { showProgress } from '../../eval/running/progress.ts';
import type { RunFolder } from '../../eval/running/run-folder.ts';
import { drawFrom } from '../../eval/sets/open-set.ts';
import type { TimedModel } from '../../eval/targets/ask-model.ts';
import { createUpstream } from '../../net/upstream.ts';
import { createModelClient } from '../../write/create-writing.ts';
import { wrongUsage } from '../help.ts';
import { printable } from '../printable.ts';
import type { TerminalPrompt } from '../setup/prompt.ts';
import { askSet, type EvalCommand, pricesOf } from './ask-set.ts';
import { type EvalOrder, parseEvalArgs } from './eval-arguments.ts';

const INTERRUPTED = 130;

/**
 * `sayso eval SET`: asks the questions of a set, grades the answers, keeps everything in a folder, and prints
 * the report. Interrupted, it keeps what is done and returns 130; `--resume` goes on. `sayso eval compare`
 * compares two runs. Returns the exit status: 1 if the accuracy is below what is asked for.
 */
export async function evalCommand(command: EvalCommand, signal: AbortSignal): Promise<number> {
  const [first, before, after, ...others] = command.args;
  if (first === 'compare') {
    if (before === undefined || after === undefined || others.length > 0)
      throw wrongUsage('sayso eval compare DIR DIR');
    const sections = await compareRuns(before, after);
    command.print(printable(toReportMarkdown('Comparison of two runs', sections).trimEnd()));
    return 0;
  }
  const order = parseEvalArgs(command.args);
  const required = order.failBelow === null ? null : requiredAccuracy(order, order.failBelow);
  if (order.judge !== 'exact') judgeOf(order, command.environment);
  const folder = await askSet(order, command, signal);
  const { judge, concurrency, review: count, seed } = order;
  if (judge !== 'exact' && !signal.aborted)
    await judgeRun(folder, { ...command, concurrency, order }, signal);
  if (count !== null && !signal.aborted) {
    using prompt = command.openPrompt(signal);
    await reviewAnswers(folder, { count, seed }, prompt);
  }
  const { path } = folder;
  const prices = pricesOf(order);
  const { summary, markdown } = await writeReport(path, { prices, judge });
  command.print(`${printable(markdown)}\nThe same with the wrong answers: ${join(path, 'report.html')}`);
  if (signal.aborted) return INTERRUPTED;
  const reached = 100 * accuracyOf(summary);
  if (required === null || reached >= required) return 0;
  command.print(`${reached.toFixed(1)} % are correct, but ${required.toFixed(1)} % are required.`);
  return 1;
}

/** In per cent. Read before the first question, because a mistake should not cost a whole run. */
function requiredAccuracy({ baseline }: EvalOrder, failBelow: number): number {
  if (baseline === null) return failBelow;
  try {
    const { summary } = JSON.parse(readFileSync(baseline, 'utf8')) as { readonly summary: EvalSummary };
    return 100 * accuracyOf(summary) - failBelow;
  } catch (error) {
    const message = `--baseline: ${baseline} is not the report.json of a run.`;
    throw new Failure('invalid-question', message, { cause: error });
  }
}

function accuracyOf({ model, exact }: EvalSummary): number {
  return (model ?? exact).accuracy?.value ?? 0;
}

/** Lets a model grade the answers not yet graded. Keeps the grades if interrupted. */
async function judgeRun(
  folder: RunFolder,
  { concurrency, ...command }: EvalCommand & { readonly concurrency: number; readonly order: EvalOrder },
  signal: AbortSignal,
): Promise<void> {
  const upstream = createUpstream({ userAgent: `Sayso/${command.version}` });
  try {
    const model = openJudge(command, upstream.fetch);
    const open = (await Array.fromAsync(ungraded(folder), ({ id }) => id)).length;
    if (open === 0) return;
    command.progress.write(`The judge grades ${open} answers.\n`);
    const progress = showProgress(open, 0, command.progress);
    const shown = { onStep: () => progress.step(null), onWait: progress.waiting };
    await judgeRecords({ folder, model, concurrency, ...shown }, signal).finally(progress.end);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await upstream.close();
  }
}

function openJudge(
  {
    order,
    environment,
    version,
  }: Pick<EvalCommand, 'environment' | 'version'> & { readonly order: EvalOrder },
  fetch: Parameters<typeof createModelClient>[1]['fetch'],
): TimedModel {
  const { limits, timeoutMs } = writingSettings(loadSettings(environment).settings);
  const calling = { fetch, userAgent: `Sayso/${version}`, limits };
  return { provider: createModelClient(judgeOf(order, environment), calling), timeoutMs };
}

/**
 * The model of `--judge-model`. Called before the first question, because a mistake should not cost a whole
 * run.
 * @throws Failure if there is none
 */
function judgeOf(
  { judgeModel: modelName, judgeServer: baseUrl }: EvalOrder,
  environment: Environment,
): Parameters<typeof createModelClient>[0] {
  const apiKey = environment.SAYSO_JUDGE_KEY?.trim() || null;
  if (modelName !== null && baseUrl !== null)
    return { provider: 'openai-compatible', modelName, baseUrl, apiKey };
  const [writer] = writingSettings(loadSettings(environment).settings).models;
  if (modelName !== null && writer !== undefined && writer.provider !== 'extractive')
    return { ...writer, provider: writer.provider, modelName };
  throw new Failure(
    'misconfigured',
    '--judge needs --judge-model, and --judge-server if no model writes; see docs/evaluate.md.',
  );
}

const GRADE_BY_LETTER: Readonly<Record<string, Grade>> = { c: 'correct', i: 'incorrect', n: 'not-attempted' };

/** Lets the operator grade some answers without seeing their grades; ends when the operator leaves. */
async function reviewAnswers(
  folder: RunFolder,
  { count, seed }: { readonly count: number; readonly seed: number },
  prompt: Pick<TerminalPrompt, 'ask' | 'isLeft'>,
): Promise<void> {
  const open: string[] = [];
  for await (const record of folder.records()) if (isGraded(record)) open.push(record.id);
  const drawn = new Set(drawFrom(open.toSorted(), count, seed));
  const chosen: EvalRecord[] = [];
  for await (const record of folder.records()) if (drawn.has(record.id)) chosen.push(record);
  for (const [at, record] of chosen.entries()) {
    const { question, answers, text } = record;
    const shown = `\n${at + 1} of ${chosen.length}: ${question}\nRight: ${answers.join(' / ')}\n\n${text}\n`;
    const reviewed = await askGrade(printable(shown), prompt).catch((error: unknown) => {
      if (prompt.isLeft()) return null;
      throw error;
    });
    if (reviewed === null) return;
    folder.add({ ...record, reviewed });
  }
}

async function askGrade(shown: string, prompt: Pick<TerminalPrompt, 'ask'>): Promise<Grade> {
  for (let text = shown; ; text = '') {
    const typed = await prompt.ask(`${text}\n${GRADES.join(', ')} (c, i, n; Ctrl-C ends): `);
    const grade = GRADE_BY_LETTER[typed.toLowerCase()[0] ?? ''];
    if (grade !== undefined) return grade;
  }
}

function isGraded({ exact, isAnswerable, reviewed }: EvalRecord): boolean {
  return exact !== undefined && isAnswerable && reviewed === undefined;
}
