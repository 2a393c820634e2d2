import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../core/failure.ts';
import { compareRuns } from '../../eval/report/compare-runs.ts';
import type { EvalSummary } from '../../eval/report/summary.ts';
import { toReportMarkdown } from '../../eval/report/to-markdown.ts';
import { writeReport } from '../../eval/report/write-report.ts';
import { wrongUsage } from '../help.ts';
import { printable } from '../printable.ts';
import { askSet, type EvalCommand, pricesOf } from './ask-set.ts';
import { type EvalOrder, parseEvalArgs } from './eval-arguments.ts';
import { judgeOf, judgeRun } from './judge-run.ts';
import { reviewAnswers } from './review.ts';

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
  if (order.judge !== 'exact') judgeOf(command.environment);
  const folder = await askSet(order, command, signal);
  const { judge, concurrency, review: count, seed } = order;
  if (judge !== 'exact' && !signal.aborted) await judgeRun(folder, { ...command, concurrency }, signal);
  if (count !== null && !signal.aborted) {
    using prompt = command.openPrompt(signal);
    await reviewAnswers(folder, { count, seed }, prompt);
  }
  const { path } = folder;
  const prices = pricesOf(order, command.environment);
  const { summary, markdown } = await writeReport(path, { prices, judge });
  command.print(`${printable(markdown)}\nThe same with plots: ${join(path, 'report.html')}`);
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
