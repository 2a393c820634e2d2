import { Failure } from '../core/failure.ts';
import type { Diagnosis } from '../core/status.ts';
import { wrongUsage } from './help.ts';
import { printable } from './printable.ts';

/** The findings of the doctor, and the warnings about settings that are allowed. */
type Checkup = { readonly diagnoses: readonly Diagnosis[]; readonly warnings: readonly string[] };

const INTERRUPTED = 130;

/**
 * `sayso doctor`: one line for each slot and model with the outcome of one real call, and one for each
 * mistake in the settings. Returns the exit status: 1 if something is wrong, otherwise 0, even if there are
 * notes, because a slot that finds nothing may be intended.
 */
export async function doctorCommand(
  args: readonly string[],
  examine: (signal: AbortSignal) => Promise<Checkup>,
  signal: AbortSignal,
): Promise<number> {
  if (args.length > 0) throw wrongUsage('sayso doctor');
  try {
    const { diagnoses, warnings } = await examine(signal);
    for (const warning of warnings) console.log(printable(`note   ${warning}`));
    for (const diagnosis of diagnoses) console.log(toLine(diagnosis));
    return diagnoses.every(({ ok }) => ok) ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    if (!(error instanceof Failure) || error.code !== 'misconfigured') throw error;
    for (const mistake of error.message.split('\n')) console.log(printable(`wrong  settings: ${mistake}`));
    return 1;
  }
}

function toLine({ name, ok, cause, remedy }: Diagnosis): string {
  const okOrNote = remedy === '' ? 'ok   ' : 'note ';
  const verdict = ok ? okOrNote : 'wrong';
  const sentence = /[.?!…]$/u.test(cause) ? cause : `${cause}.`;
  const line = `${verdict}  ${name}: ${sentence}${remedy === '' ? '' : ` Remedy: ${remedy}`}`;
  return printable(line.replaceAll('\n', ' '));
}
