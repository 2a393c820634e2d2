import { type Environment, loadSettings } from '../../config/load.ts';
import { gradingModel, writingSettings } from '../../config/part-settings.ts';
import { Failure } from '../../core/failure.ts';
import { judgeRecords, ungraded } from '../../eval/running/judge-records.ts';
import { showProgress } from '../../eval/running/progress.ts';
import type { RunFolder } from '../../eval/running/run-folder.ts';
import type { TimedModel } from '../../eval/targets/ask-model.ts';
import { createUpstream } from '../../net/upstream.ts';
import { createModelClient } from '../../write/writers/create-writing.ts';
import type { EvalCommand } from './ask-set.ts';

/**
 * Lets the model of the settings `JUDGE_*` grade the answers of a run that it has not graded. Interrupted, it
 * keeps the grades so far.
 */
export async function judgeRun(
  folder: RunFolder,
  { concurrency, ...command }: EvalCommand & { readonly concurrency: number },
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
  { environment, version }: { readonly environment: Environment; readonly version: string },
  fetch: Parameters<typeof createModelClient>[1]['fetch'],
): TimedModel {
  const { limits, timeoutMs } = writingSettings(loadSettings(environment).settings);
  const calling = { fetch, userAgent: `Sayso/${version}`, limits };
  return { provider: createModelClient(judgeOf(environment), calling), timeoutMs };
}

/**
 * The configured judge. Called before the first question, because a mistake should not cost a whole run.
 * @throws Failure if there is none
 */
export function judgeOf(environment: Environment): Parameters<typeof createModelClient>[0] {
  const choice = gradingModel(loadSettings(environment).settings);
  if (choice !== null) return choice;
  throw new Failure('misconfigured', '--judge needs JUDGE_MODEL and JUDGE_PROVIDER; see docs/evaluate.md.');
}
