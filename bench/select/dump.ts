import { readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './outcome.ts';
import type { Segment } from './segment.ts';

/** One line of a dump: what was selected for a question within a budget. */
type Line = { readonly id: string; readonly budget: number; readonly segments: readonly Segment[] };

/** Writes what was selected, one line `{id, budget, segments: [{page, text}]}` per question and budget. */
export function writeDump(file: string, outcomes: readonly Outcome[]): void {
  const lines = outcomes.map(({ question, budget, segments }) => {
    const line: Line = { id: question.id, budget, segments };
    return `${JSON.stringify(line)}\n`;
  });
  writeFileSync(file, lines.join(''));
}

/** A dump, as a function from a question and a budget to what was selected; undefined if it is not in it. */
export function readDump(file: string): (id: string, budget: number) => readonly Segment[] | undefined {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line));
  const kept = new Map(lines.map(({ id, budget, segments }) => [`${id}|${budget}`, segments]));
  return (id, budget) => kept.get(`${id}|${budget}`);
}
