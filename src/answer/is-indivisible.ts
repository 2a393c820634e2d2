import type { JudgedStatement } from '../core/verdict.ts';
import { isFormula } from '../lib/verdicts/index.ts';

/**
 * Whether a statement of an answer's Markdown is a part of something larger that has another meaning without
 * it, and that no sentence can replace: a row of a table, or a line of a formula.
 */
export function isIndivisible(markdown: string, statement: JudgedStatement): boolean {
  const { from, to } = statement;
  const line = markdown.slice(markdown.lastIndexOf('\n', from) + 1, to);
  return /^[\s>]*\|/.test(line) || /\s\|\s/.test(line) || isFormula(statement);
}
