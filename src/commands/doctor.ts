import { Failure } from '../core/failure.ts';
import type { Diagnosis } from '../core/status.ts';
import { wrongUsage } from './help.ts';
import { printable } from './printable.ts';

/** Finds what is wrong, and warns of settings that are allowed. */
export type Examine = (
  signal: AbortSignal,
) => Promise<{ readonly diagnoses: readonly Diagnosis[]; readonly warnings: readonly string[] }>;

const INTERRUPTED = 130;

/**
 * `sayso doctor`: one line for each slot and model with the outcome of one real call, and one for each
 * mistake in the settings. Returns the exit status: 1 if something is wrong, otherwise 0, even if there are
 * notes, because a slot that finds nothing may be intended.
 */
export async function doctorCommand(
  args: readonly string[],
  examine: Examine,
  signal: AbortSignal,
): Promise<number> {
  if (args.length > 0) throw wrongUsage('sayso doctor');
  return (await printFindings(examine, signal)).status;
}

/** Prints the findings. `canAnswer` tells whether questions can be answered in spite of them. */
export async function printFindings(
  examine: Examine,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly canAnswer: boolean }> {
  try {
    const { diagnoses, warnings } = await examine(signal);
    for (const warning of warnings) console.log(printable(`note   ${warning}`));
    for (const diagnosis of diagnoses) console.log(toLine(diagnosis));
    return {
      status: diagnoses.every(({ ok }) => ok) ? 0 : 1,
      canAnswer: diagnoses.some(({ ok, answers }) => ok && answers),
    };
  } catch (error) {
    if (signal.aborted) return { status: INTERRUPTED, canAnswer: false };
    if (!(error instanceof Failure) || error.code !== 'misconfigured') throw error;
    for (const mistake of error.message.split('\n')) console.log(printable(`wrong  settings: ${mistake}`));
    return { status: 1, canAnswer: false };
  }
}

function toLine({ name, ok, cause, remedy }: Diagnosis): string {
  const okOrNote = remedy === '' ? 'ok   ' : 'note ';
  const verdict = ok ? okOrNote : 'wrong';
  const sentence = /[.?!…]$/u.test(cause) ? cause : `${cause}.`;
  const line = `${verdict}  ${name}: ${sentence}${remedy === '' ? '' : ` Remedy: ${remedy}`}`;
  return printable(line.replaceAll('\n', ' '));
}
