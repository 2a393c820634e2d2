import type { JudgedStatement } from '../core/verdict.ts';
import { isFormula } from '../lib/verdicts/index.ts';

/** Whether a statement is part of a larger thing that needs it: a row of a table, a formula's line. */
export function isIndivisible(markdown: string, statement: JudgedStatement): boolean {
  const { from, to } = statement;
  const line = markdown.slice(markdown.lastIndexOf('\n', from) + 1, to);
  return /^[\s>]*\|/.test(line) || /\s\|\s/.test(line) || isFormula(statement);
}
