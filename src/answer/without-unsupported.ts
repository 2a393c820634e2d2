import { isFormula } from '@sayso/verdicts';
import type { JudgedStatement } from '../core/answer.ts';

/** A line with a list marker and nothing after it. */
const EMPTY_ITEM = /^[\s>]*(?:[-*+]|\d{1,9}[.)])?\s*$/;

/**
 * An answer's Markdown without the statements that differ from the sources or were not found in them. If no
 * checked statement would remain, the best one stays. Rows of tables and formulas stay. Takes linear time.
 */
export function withoutUnsupported(markdown: string, statements: readonly JudgedStatement[]): string {
  const checked = statements.filter(({ verdict }) => verdict !== 'not-checked');
  const isSupported = ({ verdict }: JudgedStatement) => verdict === 'supported';
  const best = checked.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))[0];
  const keepsOne = checked.some(isSupported);
  const dropped = checked.filter(
    (statement) =>
      !isSupported(statement) && (keepsOne || statement !== best) && !isIndivisible(markdown, statement),
  );
  if (dropped.length === 0) return markdown;
  let keptText = '';
  let at = 0;
  const blanks = /[ \t]*/y;
  for (const { from, to } of dropped) {
    keptText += markdown.slice(at, from).replace(/[ \t]+$/, ' ');
    blanks.lastIndex = to;
    at = blanks.test(markdown) ? blanks.lastIndex : to;
  }
  return tidy(keptText + markdown.slice(at), markdown);
}

/** The text without the lines that lost all their words. */
function tidy(text: string, before: string): string {
  const emptyBefore = new Set(before.split('\n').filter((line) => EMPTY_ITEM.test(line)));
  const lines = text.split('\n').filter((line) => emptyBefore.has(line) || !EMPTY_ITEM.test(line));
  return withoutEmptyHeadings(lines, before)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const HEADING = /^ {0,3}(#{1,6})\s/;

/** The lines without the headings under which nothing is left. */
function withoutEmptyHeadings(lines: readonly string[], before: string): readonly string[] {
  const emptyBefore = new Set(emptyHeadings(before.split('\n')).map(({ line }) => line));
  const empty = new Set(
    emptyHeadings(lines)
      .filter(({ line }) => !emptyBefore.has(line))
      .map(({ at }) => at),
  );
  return lines.filter((_, at) => !empty.has(at));
}

/** The headings after which nothing comes, or only headings of the same or a higher level. */
function emptyHeadings(lines: readonly string[]): readonly { readonly line: string; readonly at: number }[] {
  const empty: { readonly line: string; readonly at: number }[] = [];
  /** The level of the next heading that is not empty; 0 at the end, Infinity before any other text. */
  let next = 0;
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const [, marks] = HEADING.exec(line) ?? [];
    if (marks === undefined) {
      if (line.trim() !== '') next = Number.POSITIVE_INFINITY;
    } else if (next <= marks.length) empty.push({ line, at });
    else next = marks.length;
  }
  return empty;
}

/** Whether a statement is part of a larger thing that needs it: a row of a table, a formula's line. */
export function isIndivisible(markdown: string, statement: JudgedStatement): boolean {
  const { from, to } = statement;
  const line = markdown.slice(markdown.lastIndexOf('\n', from) + 1, to);
  return /^[\s>]*\|/.test(line) || /\s\|\s/.test(line) || isFormula(statement);
}
