import { askSet, type EvalCommand } from './ask-set.ts';
import { parseEvalArgs } from './eval-arguments.ts';

const INTERRUPTED = 130;

/**
 * `sayso eval SET`: asks the questions of a set, grades the answers, and keeps everything in a folder.
 * Interrupted, it keeps what is done and returns 130; `--resume` goes on. Returns the exit status.
 */
export async function evalCommand(command: EvalCommand, signal: AbortSignal): Promise<number> {
  const folder = await askSet(parseEvalArgs(command.args), command, signal);
  const counts = { correct: 0, incorrect: 0, 'not-attempted': 0, failed: 0 };
  for await (const { exact = 'failed' } of folder.records()) counts[exact]++;
  command.print(`${JSON.stringify(counts)}\n${folder.path}`);
  return signal.aborted ? INTERRUPTED : 0;
}
