import type { EvalRecord } from '../../eval/grading/eval-record.ts';
import { GRADES, type Grade } from '../../eval/grading/grade.ts';
import type { RunFolder } from '../../eval/running/run-folder.ts';
import { drawFrom } from '../../eval/sets/open-set.ts';
import { printable } from '../printable.ts';
import type { TerminalPrompt } from '../setup/prompt.ts';

const KEYS: Readonly<Record<string, Grade>> = { c: 'correct', i: 'incorrect', n: 'not-attempted' };

/**
 * Lets the operator grade some answers, without showing the grades that they have. Ends early if the operator
 * leaves.
 */
export async function reviewAnswers(
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
    const grade = KEYS[typed.toLowerCase()[0] ?? ''];
    if (grade !== undefined) return grade;
  }
}

function isGraded({ exact, isAnswerable, reviewed }: EvalRecord): boolean {
  return exact !== undefined && isAnswerable && reviewed === undefined;
}
