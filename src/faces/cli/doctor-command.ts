import type { Diagnosis } from '../../core/diagnosis.ts';
import { Failure } from '../../core/failure.ts';
import { printable } from './printable.ts';
import { wrongUsage } from './wrong-usage.ts';

/** What the doctor found, and what is worth a warning although it is allowed. */
export type Checkup = { readonly diagnoses: readonly Diagnosis[]; readonly warnings: readonly string[] };

const INTERRUPTED = 130;

/**
 * `sayso doctor`: a line for every slot and model with what one real call to it said, and one for every mistake in the
 * settings. Returns the exit status: 1 when something is wrong, else 0, also where there is a note: a slot that finds nothing
 * may be meant so.
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
  const verdict = ok ? (remedy === '' ? 'ok   ' : 'note ') : 'wrong';
  const sentence = /[.?!…]$/u.test(cause) ? cause : `${cause}.`;
  const line = `${verdict}  ${name}: ${sentence}${remedy === '' ? '' : ` Remedy: ${remedy}`}`;
  return printable(line.replaceAll('\n', ' '));
}
