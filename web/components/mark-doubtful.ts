import { createSentenceFinder } from '../speech/sentence-finder.ts';
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
  const text = document.querySelector(`[data-turn="${state.thread.length}"] .blocks`);
  const finder = text === null || statements.length === 0 ? null : createSentenceFinder(text);
  const found = readStatements(statements).flatMap(({ text, verdict }) => {
    // Every sentence is searched for, so that a repeated one is found in its place.
    const range = finder?.find(text);
    return range ? [{ range, verdict }] : [];
  });
  for (const verdict of ['differs', 'not-found'] as const) {
    const ranges = found.filter((each) => each.verdict === verdict).map(({ range }) => range);
    if (ranges.length === 0) CSS.highlights.delete(verdict);
    else CSS.highlights.set(verdict, new Highlight(...ranges));
  }
}
