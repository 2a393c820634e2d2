import { findSpoken } from '../speech/find-spoken.ts';
import { isAsking, type State } from '../state/state.ts';
import { readStatements } from '../state/statements.ts';

const NONE: State['statements'] = [];

/** The statements that are marked, so that they are not searched for again. */
let marked: State['statements'] | null = null;

/**
 * Underlines the sentences of the whole answer that differ from the sources or were not found in them,
 * without changing the DOM: nothing moves, and a selection stays. Browsers without highlights show the list
 * alone.
 */
export function markDoubtful(state: State): void {
  const statements = isAsking(state) || state.answer === null ? NONE : state.statements;
  if (statements === marked || CSS.highlights === undefined) return;
  marked = statements;
  const read = readStatements(statements);
  for (const verdict of ['differs', 'not-found'] as const) {
    const text = document.querySelector(`[data-turn="${state.thread.length}"] .blocks`);
    const ranges = read.flatMap((statement) =>
      text !== null && statement.verdict === verdict ? (findSpoken(text, statement.text) ?? []) : [],
    );
    if (ranges.length === 0) CSS.highlights.delete(verdict);
    else CSS.highlights.set(verdict, new Highlight(...ranges));
  }
}
